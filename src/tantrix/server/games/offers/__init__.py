"""The open offers at a table, such as a draw or a takeback: as values, and in the database."""
