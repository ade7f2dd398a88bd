"""The messages between the server and its pages and clients, defined once."""
