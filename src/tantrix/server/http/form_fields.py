"""The fields of posted forms."""

from fastapi import Request


async def read_fields(request: Request) -> dict[str, str]:
    """Read the text fields of a form."""
    async with request.form(max_files=0, max_fields=64) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def own_path(path: str) -> str:
    """Return a path of this site, or the start page for any other text."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if is_own else "/"
