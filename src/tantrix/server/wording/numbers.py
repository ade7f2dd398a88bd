"""Numbers as the reader's language writes them: "2.5" in English, "2,5" in Polish; "−" for negative ones."""

from functools import lru_cache

from babel.numbers import format_decimal


@lru_cache(4096)
def number_text(number: float, digits: int | None, language: str) -> str:
    """Write a number with some decimals; None for as many as it needs, up to three."""
    decimals = ".###" if digits is None else f".{'0' * digits}" if digits else ""
    return format_decimal(number, f"0{decimals}", language).replace("-", "−")


def points_text(tenths: float, language: str) -> str:
    """Write tenths as points with one decimal."""
    return number_text(tenths / 10, 1, language)


def signed_points(tenths: int, language: str) -> str:
    """Write tenths as points that are added or subtracted."""
    return f"{'+' if tenths > 0 else ''}{points_text(tenths, language)}"
