"""The type of what is written as a JSON object: the figures of a measurement, an analysis, a schema."""

from typing import Any

JsonObject = dict[str, Any]
