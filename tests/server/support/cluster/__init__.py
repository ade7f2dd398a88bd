"""Several servers on one database, and the sample client that plays on them."""
