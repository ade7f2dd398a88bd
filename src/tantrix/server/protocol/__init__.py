"""The messages between the server and its pages and other clients, defined in one place."""
