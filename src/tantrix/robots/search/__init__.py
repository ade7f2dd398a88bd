"""Robots that look ahead: flat search, tree search, minimax and the playouts they share."""
