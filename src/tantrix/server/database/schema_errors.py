"""Reasons why this version cannot use a database."""


class NewerSchema(Exception):
    """The database was written by a later version, with a schema that this version does not know."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(f"expected a schema up to {known}, got {found}")
        self.found = found
        self.known = known


class DevelopmentSchema(Exception):
    """The database was written by a development version from before the first release.

    The text says how that shows. `tantrix admin upgrade` brings such data to the first release.
    """


class UnfitSchema(Exception):
    """The tables do not match the schema version recorded in the database; the text says what is wrong."""


class UpgradeUnderWay(Exception):
    """Another process has been upgrading the database for longer than this one can wait."""
