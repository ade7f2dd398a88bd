"""The site: the pages of this folder and a reference made from the docstrings.

    sphinx-build -W --keep-going -q docs site

The pages are plain Markdown that reads as well on a forge, so nothing in them is for this tool alone;
even the contents are taken from the sections of index.md. The build downloads nothing.
"""

import ast
import inspect
import json
import posixpath
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import tantrix

project = "Tantrix"
author = "the Tantrix package authors"
version = release = tantrix.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext", ".ipynb": "markdown"}
default_role = "code"  # docstrings put code in single backticks
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
highlight_language = "text"  # of blocks that name none
html_title = f"Tantrix {release}"
html_theme = "furo"
html_copy_source = False

NOTATIONS = ("placement", "rules", "hands", "position", "record", "ebnf")  # languages of code blocks
LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)#]+\.md)(?:#[^)]*)?\)")
CONTENTS = re.compile(r"^## (.+)$|^- \[[^\]]+\]\(([^.)][^)]*)\.(?:md|rst|ipynb)\)", re.MULTILINE)
OUTSIDE_CODE = re.compile(r"(`[^`]*`)|[*|_]")


def setup(app: Sphinx) -> None:
    """Teach Sphinx where the contents stand and how our docstrings are written."""
    app.connect("source-read", read_page)
    app.connect("autodoc-process-docstring", escape_markup)
    app.connect("autodoc-process-signature", hide_signature)
    for name in NOTATIONS:
        app.add_lexer(name, TextLexer)


def read_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Drop links that lead out of the site, and give the index a table of contents.

    The notebook becomes a page with what its cells show, and the changelog is that of the repository.
    """
    folder = posixpath.dirname(page)
    if page == "library/tour":
        source[0] = "\n\n".join(cells(source[0]))
    if page == "changelog":
        source[0] = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8").replace("](docs/", "](")
    source[0] = LINK.sub(lambda link: link[1] if is_outside(folder, link[2]) else link[0], source[0])
    if page == "index":
        source[0] += contents(source[0])


def cells(notebook: str) -> Iterator[str]:
    """Yield the cells of a notebook as Markdown, each piece of code followed by what it shows."""
    names: dict[str, Any] = {}
    for cell in json.loads(notebook)["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield text
            continue
        yield f"```python\n{text}\n```"
        *before, last = ast.parse(text).body
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        yield shown(eval(compile(ast.Expression(last.value), "cell", "eval"), names))  # type: ignore[attr-defined]


def shown(value: object) -> str:
    """Return a value as a notebook would show it: as a picture, a table or a text."""
    for name in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, name):
            return f"```{{raw}} html\n{getattr(value, name)()}\n```"
    return f"```text\n{value!r}\n```"


def is_outside(folder: str, link: str) -> bool:
    """Return whether a link on a page in a folder leads to a page that is not on the site."""
    return posixpath.normpath(posixpath.join(folder, link)).startswith("..")


def contents(index: str) -> str:
    """Make the contents of the site from the sections of the index and the pages that they list."""
    text = ""
    for heading, page in CONTENTS.findall(index):
        text += f"```\n```{{toctree}}\n:hidden:\n:caption: {heading}\n" if heading else f"{page}\n"
    return "\n" + text.removeprefix("```\n") + "```\n"


def escape_markup(*arguments: Any) -> None:
    """Escape the signs that are markup to Sphinx but not in our docstrings."""
    lines: list[str] = arguments[-1]
    for number, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[number] = OUTSIDE_CODE.sub(lambda found: found[1] or f"\\{found[0]}", line)


def hide_signature(*arguments: Any) -> tuple[str | None, str | None]:
    """Show no signature for enumerations and for classes that are not made by calling them."""
    _app, _what, _name, thing, _options, signature, returns = arguments
    is_made_otherwise = inspect.isclass(thing) and (issubclass(thing, Enum) or "_state" in (signature or ""))
    return ("" if is_made_otherwise else signature), returns
