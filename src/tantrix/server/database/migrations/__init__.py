"""The history of the schema, applied by Alembic when a database is opened."""
