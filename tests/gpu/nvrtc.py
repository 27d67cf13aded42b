"""python3 nvrtc.py LIBRARY FILE...: compiles files at run time, as cupy.RawModule does: without headers. Fails with the compiler's words,
also if these are warnings."""
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
for path in sys.argv[2:]:
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.nvrtcCreateProgram(ctypes.byref(program), open(path, "rb").read(), path.encode(), 0, None, None)
    options = (ctypes.c_char_p * 3)(b"-fmad=false", b"--gpu-architecture=compute_80", b"-DK_CHECK")
    code = library.nvrtcCompileProgram(program, 3, options)
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    said = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, said)
    if code or said.value:
        sys.exit(f"{path}: {said.value.decode()}")
