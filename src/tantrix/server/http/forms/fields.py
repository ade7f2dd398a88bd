"""The fields of posted forms."""

from fastapi import Request

from tantrix.server.http.forms.answers import FIELDS


async def read_fields(request: Request) -> dict[str, str]:
    """Read the text fields of a form; a page that refuses it shows them again."""
    async with request.form(max_files=0, max_fields=64) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    request.scope[FIELDS] = fields
    return fields


def own_path(path: str) -> str:
    """Return a path of this site, or the start page for any other text."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if is_own else "/"
