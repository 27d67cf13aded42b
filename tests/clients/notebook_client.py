"""A notebook with the model of argument 1, run by nbclient."""
import html
import sys

import nbformat
from nbclient import NotebookClient
from tap import ok

CELLS = [
    f"import numpy as np, rigidc\narm = rigidc.load({sys.argv[1]!r})\narm",
    "arm.gravity(np.zeros(6)).round(3)",
    "try:\n    rigidc.read('model arm\\nbody link on wrld { joint hinge : revolute(z); mass 1 kg }')\nexcept rigidc.Error as error:\n    print(error)",
    "arm.mass_matrix",
]
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
NotebookClient(notebook, timeout=120, kernel_name='python3', allow_errors=True).execute()
model, gravity, mistake, unknown = [cell.outputs for cell in notebook.cells]
picture = model[0].data.get('text/html', '')
ok('a model is HTML', picture.startswith('<pre>') and picture.endswith('</pre>'), model)
ok('with the tree of its bodies', 'wrist_3_link' in html.unescape(picture), picture)
ok('and text', model[0].data['text/plain'].startswith('<rigidc model ur5'), model)
ok('results are arrays', '-59.171' in gravity[0].data['text/plain'], gravity)
ok('mistakes have lines and carets', "there is no body or frame 'wrld'" in mistake[0].text and '^~~~' in mistake[0].text, mistake)
ok('unknown names are errors', unknown[0].ename == 'AttributeError' and "'crba'" in unknown[0].evalue, unknown)
