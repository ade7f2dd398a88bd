"""Append-only tables: the database itself refuses to change or delete a row."""

from alembic import op


def refuse_changes(table: str, sentence: str) -> None:
    """Make every update or deletion of a row fail with an error message."""
    for change in ("UPDATE", "DELETE"):
        name = f"{table}_refuses_{change.lower()}"
        if op.get_bind().dialect.name == "sqlite":
            refusal = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            op.execute(f"CREATE TRIGGER {name} BEFORE {change} ON {table} {refusal}")
            continue
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{sentence}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        op.execute(f"CREATE TRIGGER {name} BEFORE {change} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
