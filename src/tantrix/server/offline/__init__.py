"""Playing without a connection: what browsers save, the service worker, and the page that starts it."""
