"""Posted forms: their fields, and the page that answers one."""
