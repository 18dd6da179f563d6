"""Every sentence of the service that may reach a person, read from its source; `{}` stands for a value."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import files, name_of, tree
from tests.places import PACKAGE

# What tells a person something when it is called, and which of its arguments is the sentence.
_TELLS = {
    "MalformedRequest": 0,
    "NotAuthenticated": 0,
    "Forbidden": 0,
    "MisdirectedRequest": 0,
    "Conflict": 0,
    "CapabilityUnsupported": 2,
    "PreconditionRequired": 0,
    "CursorGone": 0,
    "TooLarge": 0,
    "UnsupportedMediaType": 0,
    "InvalidInput": 1,
    "OverBudget": 0,
    "Busy": 0,
    "Refusal": 0,
    "problem": 1,
    "BlockError": 1,
    "QueryError": 0,
    "Kind": 1,
    "Cause": 1,
    "BackendError": 1,
    "PlaceError": 1,
}
_TELLS_HERE = {
    ("errors.py",): {"__init__": 0},
    ("web",): {"ValueError": 0, "Details": 0},
    ("domain", "importing"): {
        "ArchiveRefusedError": 0,
        "EntryRefusedError": 0,
        "_refusal": 2,
        "add_remark": 1,
        "append": 0,
        "settle_rest": 3,
        "settle_again": 3,
        "wait": 1,
    },
}
_NAMED = ("message", "reason", "remark")
_NOTED = ("refusal", "remark")
# Commands speak to whoever runs the service, in the terminal.
_COMMANDS = ("cli", "clients", "backups", "restore.py", "adopt.py")


def told() -> Iterator[tuple[str, str]]:
    """Each sentence with its place; where another expression stands, how that is written, in `<>`."""
    for path in _speaking():
        parts = path.relative_to(PACKAGE).parts
        here = [tells for folder, tells in _TELLS_HERE.items() if parts[: len(folder)] == folder]
        names = {name: place for tells in (_TELLS, *here) for name, place in tells.items()}
        for sentence in _Source(path).sentences(names, bool(here)):
            yield name_of(path), sentence


def refused_fields() -> Iterator[str]:
    """The names of fields that are refused outside of forms."""
    for path in _speaking():
        yield from _Source(path).fields()


def _speaking() -> list[Path]:
    return [path for path in files(PACKAGE) if path.relative_to(PACKAGE).parts[0] not in _COMMANDS]


class _Source:
    """One file, with what its names stand for."""

    def __init__(self, path: Path) -> None:
        self._nodes = list(ast.walk(tree(path)))
        self._values: dict[str, list[ast.expr]] = {}
        for node in self._nodes:
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._pair(target, node.value)
        if isinstance(node, ast.FunctionDef):
            returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
            self._values.setdefault(f"{node.name}()", []).extend(returned)

    def _pair(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._values.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._pair(one, other)

    def sentences(self, tells: dict[str, int], has_reasons: bool) -> Iterator[str]:
        """All that calls in the file tell; `has_reasons` where what is noted of a thing is told later."""
        for node in self._nodes:
            if isinstance(node, ast.Call):
                name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
                place = tells.get(name, len(node.args))
                named = [each.value for each in node.keywords if has_reasons and each.arg in _NAMED]
                for said in [*node.args[place : place + 1], *named]:
                    yield from self._of(said)
            if isinstance(node, ast.Assign) and has_reasons:
                yield from self._noted(node.targets[0], node.value)
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and has_reasons:
                yield from filter(_is_text, self._of(node.value.elts[-1]))

    def fields(self) -> Iterator[str]:
        """Of each InvalidInput the name of its field, where that is written there."""
        for node in self._nodes:
            match node:
                case ast.Call(func=ast.Attribute(attr="InvalidInput"), args=[ast.Constant(value=str(field)), *_]) if (
                    field
                ):
                    yield field

    def _noted(self, target: ast.expr, value: ast.expr) -> Iterator[str]:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=True):
                yield from self._noted(one, other)
        elif (getattr(target, "attr", None) or getattr(target, "id", "")) in _NOTED:
            yield from filter(_is_text, self._of(value))

    def _of(self, said: ast.expr) -> Iterator[str]:
        """The sentences that an expression may be."""
        match said:
            case ast.Constant(value=text):
                yield from [text] if isinstance(text, str) and text else []
            case ast.JoinedStr(values=parts):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
            case ast.IfExp(body=one, orelse=other) | ast.BoolOp(values=[one, other]):
                yield from self._of(one)
                yield from self._of(other)
            case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)) if self._meant(said, name):
                for value in self._meant(said, name):
                    yield from self._of(value)
            case _:
                yield f"<{ast.unparse(said)}>"

    def _meant(self, said: ast.expr, name: str) -> list[ast.expr]:
        return self._values.get(f"{name}()" if isinstance(said, ast.Call) else name, [])


def _is_text(sentence: str) -> bool:
    return not sentence.startswith("<")
