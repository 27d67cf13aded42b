from typing import Any

forward_ad: Any

class Function:
    @staticmethod
    def forward(*given: Any, **named: Any) -> Any: ...
    @staticmethod
    def backward(ctx: Any, *given: Any) -> Any: ...
    @classmethod
    def apply(cls, *given: Any) -> Any: ...
