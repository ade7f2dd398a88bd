"""Why a database cannot be used by this version."""


class NewerSchema(Exception):
    """The database was written by another version, whose schema this one does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class UnfitSchema(Exception):
    """The tables are not those of the schema that the database says it has; the text says what is wrong."""
