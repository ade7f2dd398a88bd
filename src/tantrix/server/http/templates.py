"""Pages from templates, in the reader's language."""

import re
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from tantrix._compile.jit import cache_folder
from tantrix.pictures.draw import tile_symbols_apart
from tantrix.server.http.errors import Refusal
from tantrix.server.http.faces import face_svg
from tantrix.server.http.forms.answers import FIELDS, AnsweredForm, fields_of, with_answer
from tantrix.server.http.navigation import SECTIONS, section_of
from tantrix.server.http.previews import HIDDEN, Preview, origin_of, plain_preview
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.colours import colour_letter, colour_letters
from tantrix.server.wording.dates import day_text
from tantrix.server.wording.events import event_name
from tantrix.server.wording.numbers import number_text, points_text
from tantrix.server.wording.robots import robot_labels
from tantrix.server.wording.seats import is_given, names_shown, shown_name

# Files under /static that belong to other packages.
ELSEWHERE = {"eye-weights.bin": files("tantrix.eye").joinpath("weights.bin")}
_LATIN_TYPEFACE = re.compile(r"/static/built/\w+-latin\.woff2\?v=[\d.]+")
ACCOUNT_NAME = "tantrix.account"  # key in the scope: the name of the signed-in account
ACCOUNT_FACE = "tantrix.face"  # key in the scope: the face of this account, or None


def language_of(connection: HTTPConnection) -> str:
    """Return the language for the response to a request."""
    return i18n.choose_language(
        connection.cookies.get(i18n.COOKIE), connection.headers.get("accept-language", "")
    )


def page(
    connection: HTTPConnection,
    template: str,
    status: int = 200,
    preview: Preview | None = None,
    error: Refusal | str | None = None,
    wrong: Collection[str] = (),
    carried_out: AnsweredForm | None = None,
    **context: object,
) -> HTMLResponse:
    """Render a template in the language of the reader; `preview`: what a link to the page shows elsewhere.

    `error`: why the form that was sent is refused. It is filled in again, with the error at the first of its
    fields that are `wrong`. `carried_out`: the form at which the page confirms what was done.
    """
    language = language_of(connection)
    url = connection.url
    sent = connection.scope.get(FIELDS) or connection.query_params
    about = fields_of(error) if isinstance(error, Refusal) else wrong
    answered = carried_out if error is None else AnsweredForm(url.path, sent, about)
    text = (
        template_environment(language)
        .get_template(template)
        .render(
            language=language,
            languages=[{"code": code, "name": name} for code, name in i18n.LANGUAGES.items()],
            path=f"{url.path}?{url.query}" if url.query else url.path,
            section=section_of(url.path),
            status=status,
            preview=preview or plain_preview(language),
            origin=origin_of(connection),
            account=connection.scope.get(ACCOUNT_NAME),
            account_face=connection.scope.get(ACCOUNT_FACE),
            error=error.sentence_in(language) if isinstance(error, Refusal) else error,
            wrong=wrong,
            **context,
        )
    )
    if answered is not None:
        text = with_answer(text, answered)
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    if HIDDEN in connection.scope:
        headers["X-Robots-Tag"] = "noindex"
    return HTMLResponse(text, status, headers)


def render_part(language: str, template: str, **context: object) -> Markup:
    """Render a part of a page, which can be cached for all readers of a language."""
    return Markup(template_environment(language).get_template(template).render(language=language, **context))


def compile_templates() -> None:
    """Compile the templates of all pages; two seconds, or less once they are cached on disk.

    All languages share the compiled templates. A language reads from the disk what its readers ask for.
    """
    environment = template_environment(i18n.DEFAULT)
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)


@cache
def template_environment(language: str) -> Environment:
    """Return the globals and filters of all templates in a language; templates/README.md lists them."""
    environment = Environment(
        loader=PackageLoader("tantrix.server", "templates"),
        bytecode_cache=FileSystemBytecodeCache(str(cache_folder(Path(__file__)))),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(i18n.catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    environment.filters["day"] = partial(day_text, language=language)
    environment.filters["decimal"] = partial(number_text, language=language)
    environment.globals["points_text"] = partial(points_text, language=language)
    environment.filters["event_name"] = partial(event_name, language=language)
    environment.globals["tile_symbols"] = Markup(tile_symbols_apart(letters=colour_letters(language)))
    environment.globals["tile_symbols_of"] = partial(_symbols_of, language)
    environment.filters["colour_letter"] = partial(colour_letter, language=language)
    environment.globals["robot_labels"] = robot_labels(language)
    environment.filters["shown"] = partial(_shown, language)
    environment.tests["given"] = is_given
    environment.globals["names_shown"] = names_shown(language)
    environment.globals["static_version"] = static_version()
    environment.globals["style"] = _style
    environment.globals["script"] = _script
    environment.globals["icon"] = _icon
    environment.globals["face"] = face_svg
    environment.globals["kept"] = _rendered
    environment.globals["sections"] = SECTIONS
    environment.globals["typefaces"] = _preloaded_typefaces()
    return environment


def _rendered(_key: object, _shown: object, macro: Callable[..., str], *arguments: object) -> Markup:
    """Return what a macro makes of its arguments; pages that keep parts pass another `kept`."""
    return Markup(macro(*arguments))


def _shown(language: str, name: str, robot: str | None = None, account: str | None = None) -> str:
    return shown_name(name, language, robot, account)


def _symbols_of(language: str, tiles: Iterable[int]) -> Markup:
    return Markup(tile_symbols_apart(tiles, colour_letters(language)))


def _style(name: str) -> Markup:
    """Return the link to a style sheet of `web/styles`."""
    address = f"/static/built/{name}.css?v={static_version()}"
    return Markup('<link rel="stylesheet" href="{}">').format(address)


def _script(name: str) -> Markup:
    """Return the element of a script, an entry of `web/vite.config.ts`."""
    address = f"/static/built/{name}.js?v={static_version()}"
    return Markup('<script type="module" src="{}"></script>').format(address)


def _icon(name: str) -> Markup:
    """Return an icon of `web/icons.json` as SVG; it must have a label or an accessible name beside it."""
    use = Markup('<use href="/static/built/icons.svg?v={}#{}"/>').format(static_version(), name)
    return Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>').format(use)


@cache
def _preloaded_typefaces() -> list[str]:
    """Return the addresses of the two Latin typefaces as in the style sheet, including the version."""
    sheet = files("tantrix.server").joinpath("static/built/page.css").read_text("utf-8")
    return _LATIN_TYPEFACE.findall(sheet)


@cache
def static_version() -> str:
    """Return a text that changes whenever a file under /static does."""
    digest = sha256()
    for file in _files_below(files("tantrix.server").joinpath("static")):
        digest.update(file.name.encode() + file.read_bytes())
    for name, file in ELSEWHERE.items():
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:10]


def _files_below(folder: Traversable) -> Iterable[Traversable]:
    if not folder.is_dir():
        return
    for child in sorted(folder.iterdir(), key=lambda each: each.name):
        if child.is_dir():
            yield from _files_below(child)
        else:
            yield child
