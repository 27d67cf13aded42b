from typing import Any

ad: Any
batching: Any
mlir: Any
