"""The scripts, styles and pictures of pages: each file is read and compressed once, then sent from memory."""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike, stat_result
from pathlib import Path
from stat import S_ISREG

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from tantrix.server.http.responses import FOREVER
from tantrix.server.http.security import COMPILING_POLICY
from tantrix.server.http.templates import ELSEWHERE

COMPRESS_FROM_BYTES, COMPRESS_LEVEL = 1024, 6
NAMED_BY_CONTENT = "built/chunks/"  # a changed file there has another name
COMPILING_WORKERS = ("built/rules-worker.js", "built/eye-worker.js")
MAX_FILES = 1024  # more than there are

_WORTH_IT = 0.9  # typefaces and photos hardly shrink


@dataclass(frozen=True, slots=True)
class _File:
    headers: Headers
    content: bytes
    compressed: bytes | None


class CachedStaticFiles(StaticFiles):
    """Serves files that do not change while the server runs.

    Browsers may keep them indefinitely if they are requested with a version or named by their content.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._found: dict[str, tuple[str, stat_result]] = {}

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        full_path, facts = super().lookup_path(path)
        if path in ELSEWHERE:
            full_path = str(ELSEWHERE[path])
            facts = Path(full_path).stat()
        if facts is not None and S_ISREG(facts.st_mode):
            self._found[path] = full_path, facts
        return full_path, facts

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = self._found.get(path) if scope["method"] == "GET" else None
        response = self.file_response(*found, scope) if found else await super().get_response(path, scope)
        is_lasting = scope["query_string"].startswith(b"v=") or path.startswith(NAMED_BY_CONTENT)
        response.headers["Cache-Control"] = FOREVER if is_lasting else "no-cache"
        if path in COMPILING_WORKERS:
            response.headers["Content-Security-Policy"] = COMPILING_POLICY
        return response

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        file = _read(str(full_path), stat_result.st_mtime_ns)
        asked = Headers(scope=scope)
        if self.is_not_modified(file.headers, asked):
            return NotModifiedResponse(file.headers)
        if file.compressed is None or "gzip" not in asked.get("accept-encoding", ""):
            return Response(file.content, status_code, file.headers)
        coding = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.compressed, status_code, {**file.headers, **coding})


@lru_cache(MAX_FILES)
def _read(path: str, _changed_ns: int) -> _File:
    content = Path(path).read_bytes()
    facts = FileResponse(path, stat_result=Path(path).stat()).headers
    headers = Headers({name: facts[name] for name in ("content-type", "etag", "last-modified")})
    small = (
        gzip.compress(content, COMPRESS_LEVEL, mtime=0) if len(content) >= COMPRESS_FROM_BYTES else content
    )
    return _File(headers, content, small if len(small) < _WORTH_IT * len(content) else None)
