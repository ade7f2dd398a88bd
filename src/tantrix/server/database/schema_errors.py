"""Reasons why this version cannot use a database."""


class NewerSchema(Exception):
    """The database was written by another version, with a schema that this version does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class UnfitSchema(Exception):
    """The tables do not match the schema version recorded in the database; the text says what is wrong."""
