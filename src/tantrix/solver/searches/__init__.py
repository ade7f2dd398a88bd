"""The searches behind one interface, and which of them a goal gets."""
