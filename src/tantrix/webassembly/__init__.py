"""What browsers need beyond the kernel; `scripts/make_wasm.py` compiles it to WebAssembly."""
