"""Players who follow each other, and which of them are online."""
