"""What the registries say a manifest has to be: manifest.py KIND FOLDER fails with what it is not."""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SEMANTIC = r"\d+\.\d+\.\d+"


def plain_yaml(path):
    """Keys of the first level and their scalars, all that these files have of YAML beside nesting."""
    found = {}
    for line in path.read_text().splitlines():
        key, colon, value = line.partition(":")
        assert colon or line.strip().startswith("- "), line
        assert "\t" not in line, line
        if line and not line[0].isspace():
            found[key] = value.strip().strip('"')
    return found


def platformio(folder):
    """library.json, by platformio/assets/schema/library.json of PlatformIO Core."""
    manifest = json.loads((folder / "library.json").read_text())
    kinds = {"name": str, "version": str, "description": str, "keywords": list, "frameworks": str, "platforms": str, "headers": str,
             "examples": list, "build": dict}
    assert set(manifest) <= set(kinds), set(manifest) - set(kinds)
    for key, value in manifest.items():
        assert isinstance(value, kinds[key]), key
    assert {"name", "version", "description", "keywords"} <= set(manifest)
    assert len(manifest["name"]) <= 50 and not re.search(r"[:;/,@<>]|--", manifest["name"])
    assert re.fullmatch(SEMANTIC, manifest["version"]) and len(manifest["version"]) <= 20
    assert len(manifest["description"]) <= 255
    assert (folder / manifest["build"]["srcDir"] / manifest["headers"]).is_file()
    for example in manifest["examples"]:
        for file in example["files"]:
            assert (folder / example["base"] / file).is_file(), file


def arduino(folder):
    """library.properties, by the library specification of Arduino; the sketch has the name of its folder; tabs in keywords.txt."""
    manifest = dict(line.split("=", 1) for line in (folder / "library.properties").read_text().splitlines())
    required = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}
    assert required <= set(manifest) <= required | {"includes", "depends", "license", "dot_a_linkage"}, set(manifest) ^ required
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.\- ]{0,62}", manifest["name"])
    assert re.fullmatch(SEMANTIC, manifest["version"])
    assert manifest["category"] in {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing",
                                    "Data Storage", "Data Processing", "Other"}
    assert (folder / "src" / manifest["includes"]).is_file()
    sketches = list(folder.glob("examples/*/*.ino"))
    assert sketches and all(sketch.stem == sketch.parent.name for sketch in sketches)
    words = [line.split("\t") for line in (folder / "keywords.txt").read_text().splitlines()]
    assert all(len(word) == 2 and word[1] in {"KEYWORD1", "KEYWORD2", "LITERAL1"} for word in words), words
    assert len({word[0] for word in words}) == len(words)


def esp_idf(folder):
    """idf_component.yml, by the manifest format of the IDF component manager."""
    manifest = plain_yaml(folder / "idf_component.yml")
    assert set(manifest) <= {"version", "description", "dependencies", "url", "license", "maintainers", "targets"}
    assert re.fullmatch(SEMANTIC, manifest["version"]) and manifest["description"]
    for example in folder.glob("examples/*"):
        own = (example / "main" / "idf_component.yml").read_text()
        path = re.search(r'override_path: "(.*)"', own)[1]
        assert (example / "main" / path).resolve() == folder.resolve(), path


def zephyr(folder):
    """module.yml, by the schema in Zephyr's scripts/zephyr_module.py: paths are those from the folder. Kconfig by kconfiglib."""
    manifest = plain_yaml(folder / "zephyr" / "module.yml")
    assert set(manifest) <= {"name", "build", "tests", "samples", "boards", "security"}, set(manifest)
    build = dict(re.findall(r"^  (\w+): (.*)$", (folder / "zephyr" / "module.yml").read_text(), re.M))
    assert (folder / build["cmake"] / "CMakeLists.txt").is_file()
    assert (folder / build["kconfig"]).is_file()
    sample = next(folder.glob("samples/*"))
    assert {"CMakeLists.txt", "prj.conf", "sample.yaml"} <= {path.name for path in sample.iterdir()}
    wanted = dict(line.split("=") for line in (sample / "prj.conf").read_text().splitlines())
    option = next(key for key in wanted if key.startswith("CONFIG_RIGIDC_")).removeprefix("CONFIG_")
    assert f"config {option}\n\tbool " in (folder / build["kconfig"]).read_text()
    try:
        import kconfiglib
    except ImportError:
        return
    options = kconfiglib.Kconfig(str(folder / build["kconfig"]), warn_to_stderr=False)
    assert not options.warnings and options.syms[option].str_value == "n"
    options.syms[option].set_value("y")
    assert options.syms[option].str_value == "y"


def ros2(folder):
    """package.xml, by REP 149 (format 3); the class of the plugin's description is the one that is exported."""
    root = ElementTree.parse(folder / "package.xml").getroot()
    assert root.tag == "package" and root.get("format") == "3"
    order = ["name", "version", "description", "maintainer", "license", "buildtool_depend", "depend", "export"]
    tags = [child.tag for child in root]
    assert set(order) == set(tags) and tags == sorted(tags, key=order.index), tags
    name = root.findtext("name")
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) and len(name) > 1, name
    assert re.fullmatch(SEMANTIC, root.findtext("version"))
    assert "@" in root.find("maintainer").get("email")
    assert root.findtext("export/build_type") == "ament_cmake"
    text = (folder / "CMakeLists.txt").read_text()
    needs = set(re.search(r"set\(\w+_needs ([^)]*)\)", text)[1].split())
    assert needs == {child.text for child in root.iter("depend")}, needs
    described = ElementTree.parse(folder / f"{name}_controller.xml").getroot()
    exported = re.search(r"PLUGINLIB_EXPORT_CLASS\(([\w:]+),", (folder / "src" / "controller.cpp").read_text())[1]
    assert described.find("class").get("type") == exported
    assert described.get("path") == f"{name}_controller" and f"add_library({name}_controller SHARED" in text


globals()[sys.argv[1].replace("-", "_")](Path(sys.argv[2]))
