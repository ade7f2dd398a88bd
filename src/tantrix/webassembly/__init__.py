"""What browsers need beyond the kernel; `scripts/make_rules.py` compiles it to WebAssembly."""
