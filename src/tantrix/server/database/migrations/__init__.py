"""The schema's history, applied by Alembic when a store is opened."""
