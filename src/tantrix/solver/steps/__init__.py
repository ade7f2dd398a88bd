"""Steps that several compiled searches share: random choices, places to fill, tiles to lay."""
