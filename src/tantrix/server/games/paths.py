"""The id of a game in the path of a request."""

from typing import Annotated

from fastapi import Path

GameId = Annotated[str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A game's id")]
