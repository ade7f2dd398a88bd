// Plays random games with the rules module and writes the memory of its arrays to standard output.
// Arguments: the module, then a JSON object with its layout and what to play.
import { readFileSync } from "node:fs";

const [file, text] = process.argv.slice(2);
const { pages, stack, arrays, numbers, games } = JSON.parse(text);
const memory = new WebAssembly.Memory({ initial: pages });
const stackPointer = new WebAssembly.Global({ value: "i32", mutable: true }, stack);
const imports = { env: { __linear_memory: memory, __stack_pointer: stackPointer } };
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), imports);
exports.prepare();
exports.fill_codes();
const words = new BigInt64Array(memory.buffer);
for (const [address, values] of numbers) values.forEach((value, at) => (words[address / 8 + at] = BigInt(value)));
exports.play_random(games);
exports.find_lines();
exports.controlled();
for (const [address, length] of arrays) process.stdout.write(new Uint8Array(memory.buffer, address, length));
