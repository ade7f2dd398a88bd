"""Robots that look ahead: flat search, tree search and the playouts they share."""
