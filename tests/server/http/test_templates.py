"""Names in templates: Jinja renders an unknown one as nothing, or fails when the page is asked for."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from jinja2 import meta, nodes

import tantrix
from tantrix.server.http.templates import template_environment

SOURCES = Path(str(files(tantrix)))
TEMPLATES = SOURCES / "server/templates"
RENDERERS = {"page", "part", "form_again"}
# What `page` and Jinja add; `page` is checked against this list.
OF_PAGE = {
    "language",
    "languages",
    "path",
    "section",
    "status",
    "account",
    "account_face",
    "preview",
    "origin",
    "error",
    "wrong",
}
OF_JINJA = {"loop", "_trans"}
OPTIONAL = {
    "is_table",
    "has_pictures",
    "is_known",
}  # nothing means false; a template says so in its first line
OF_FORMS = {
    "has_passkeys",
    "wrong",
    "carried_out",
}  # every form of an account gets the first, `page` uses the rest


class TemplateCall(NamedTuple):
    """A call that renders a template: where it is, and the names that it passes."""

    place: str
    template: str
    names: frozenset[str]


@cache
def tree(template: str) -> nodes.Template:
    return template_environment("en").parse((TEMPLATES / template).read_text("utf-8"))


def templates() -> list[str]:
    return sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))


@cache
def module(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def calls() -> tuple[TemplateCall, ...]:
    paths = sorted(path for path in SOURCES.rglob("*.py") if '.html"' in path.read_text("utf-8"))
    return tuple(call for path in paths for call in _calls_in(path))


def _calls_in(path: Path) -> Iterator[TemplateCall]:
    for node in ast.walk(module(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        named = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        template = next((value for value in named if str(value).endswith(".html")), None)
        if node.func.id in RENDERERS and template:
            names = frozenset(name for keyword in node.keywords for name in _passed(keyword, path))
            if node.func.id == "form_again":
                names = _passed_by_form_again()
            yield TemplateCall(f"{path.name}:{node.lineno}", str(template), names)


def _passed(keyword: ast.keyword, path: Path) -> Iterator[str]:
    """Yield the names that a keyword passes, or those of a dict that `**` is given or a function returns."""
    value = keyword.value.value if isinstance(keyword.value, ast.Await) else keyword.value
    if keyword.arg not in (None, "status", "preview"):
        yield keyword.arg
    elif isinstance(value, ast.Dict):
        yield from _keys(value)
    elif isinstance(value, ast.Call) and keyword.arg is None:
        called = getattr(value.func, "id", "")
        function = next(n for n in module(path).body if getattr(n, "name", "") == called)
        returned = (n.value for n in ast.walk(function) if isinstance(n, ast.Return))
        yield from (key for value in returned if isinstance(value, ast.Dict) for key in _keys(value))


def _keys(literal: ast.Dict) -> Iterator[str]:
    yield from (str(key.value) for key in literal.keys if isinstance(key, ast.Constant))


@cache
def _passed_by_form_again() -> frozenset[str]:
    body = module(SOURCES / "server/accounts/pages.py").body
    function = next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == "form_again")
    call = next(
        n for n in ast.walk(function) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "page"
    )
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg)


def parts_of(template: str) -> Iterator[str]:
    """Yield the templates that a template extends, includes or imports with context."""
    for node in tree(template).find_all((nodes.Extends, nodes.Include, nodes.FromImport)):
        if not isinstance(node, nodes.FromImport) or node.with_context:
            assert isinstance(node.template, nodes.Const)
            yield node.template.value


@cache
def assigned(template: str) -> frozenset[str]:
    """Return the names that a template sets, loops over or imports: its parts see them as well."""
    targets = {node.name for node in tree(template).find_all(nodes.Name) if node.ctx in ("store", "param")}
    imported = {
        name[1] if isinstance(name, tuple) else name
        for node in tree(template).find_all(nodes.FromImport)
        for name in node.names
    }
    macros = {node.name for node in tree(template).find_all(nodes.Macro)}
    return frozenset(targets | imported | macros)


@cache
def needed(template: str) -> frozenset[str]:
    """Return the names that must be passed to a template, for itself and its parts."""
    parts = frozenset().union(*(needed(part) for part in parts_of(template)))
    known = OF_JINJA.union(template_environment("en").globals)
    return (_free(template) | parts) - assigned(template) - known


@cache
def _free(template: str) -> frozenset[str]:
    return frozenset(meta.find_undeclared_variables(tree(template)))


@cache
def used(template: str) -> frozenset[str]:
    """Return all names that a template or a part of it can use from its caller."""
    return _free(template).union(*(used(part) for part in parts_of(template)))


def attributes_in(template: str) -> set[str]:
    return {node.attr for node in tree(template).find_all(nodes.Getattr)}


@cache
def fields() -> frozenset[str]:
    """Return the names of all fields, methods, functions and keys in the sources."""
    return frozenset(
        name for path in SOURCES.rglob("*.py") for node in ast.walk(module(path)) for name in _defined(node)
    )


def _defined(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ClassDef):
        yield from (each.target.id for each in node.body if isinstance(each, ast.AnnAssign))  # type: ignore[union-attr]
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Dict):
        yield from (key.value for key in node.keys if isinstance(key, ast.Constant))  # type: ignore[misc]
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr


def test_the_calls_that_render_a_template_are_found() -> None:
    assert {call.template for call in calls()} <= set(templates())
    assert len(calls()) > 50


@pytest.mark.parametrize("call", calls(), ids=lambda call: f"{call.template}-{call.place}")
def test_a_page_passes_the_names_that_its_template_needs(call: TemplateCall) -> None:
    assert needed(call.template) - OF_PAGE - OPTIONAL - call.names == set()


@pytest.mark.parametrize("call", calls(), ids=lambda call: f"{call.template}-{call.place}")
def test_a_template_uses_the_names_that_its_page_passes(call: TemplateCall) -> None:
    assert call.names - used(call.template) - OF_FORMS == set()


@pytest.mark.parametrize("call", calls(), ids=lambda call: f"{call.template}-{call.place}")
def test_a_page_passes_no_name_that_means_something_else_in_the_layout(call: TemplateCall) -> None:
    assert call.names & (used("base.html") - set(template_environment("en").globals)) == set()


def test_page_adds_the_names_that_every_page_has() -> None:
    body = module(SOURCES / "server/http/templates.py").body
    function = next(n for n in body if isinstance(n, ast.FunctionDef) and n.name == "page")
    keywords = {n.arg for n in ast.walk(function) if isinstance(n, ast.keyword)}

    assert keywords >= OF_PAGE


@pytest.mark.parametrize("template", templates())
def test_a_template_reads_attributes_that_the_sources_define(template: str) -> None:
    known = fields().union(
        dir(str), dir(dict), dir(list), dir(tuple), dir(type(template_environment("en").globals["cycler"]))
    )

    assert attributes_in(template) - known - {"first", "last", "index", "index0"} == set()
