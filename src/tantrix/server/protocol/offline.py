"""What a browser saves to work without a connection."""

from tantrix.server.protocol.base import Message


class OfflinePage(Message):
    """A page to save: its address, and where to fetch it from."""

    address: str
    source: str


class OfflineContents(Message):
    """Everything to save: pages, and the files that they need.

    `version` changes whenever a file does.
    """

    version: str
    pages: list[OfflinePage]
    files: list[str]
