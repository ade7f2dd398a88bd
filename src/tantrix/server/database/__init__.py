"""The engine, the single writer thread, the data folder and the migrations."""
