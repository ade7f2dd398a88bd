"""Compile functions of the package to a WebAssembly module, with LLVM and without a linker."""
