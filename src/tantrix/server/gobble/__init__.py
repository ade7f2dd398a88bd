"""Gobble, the party game without turns: its rooms, hub, socket, API and pages."""
