// Reads a picture with the module of the eye and writes what it found as JSON.
// Arguments: the module, the weights, a file of RGBA, then a JSON object with the layout and the picture's size.
import { readFileSync } from "node:fs";

const [code, weights, picture, text] = process.argv.slice(2);
const { pages, stack, address, packed, tiles, options, width, height, fixed } = JSON.parse(text);
const memory = new WebAssembly.Memory({ initial: pages });
const stackPointer = new WebAssembly.Global({ value: "i32", mutable: true }, stack);
const { atan2, cos, exp, hypot, log, sin, sqrt } = Math;
const mathematics = { atan2, cos, exp, expf: exp, hypot, log, sin, sqrt };
const imports = { env: { __linear_memory: memory, __stack_pointer: stackPointer, ...mathematics } };
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(code)), imports);
const file = readFileSync(weights);
const start = 4 + file.readUInt32LE(0);
new Uint8Array(memory.buffer).set(file.subarray(start, start + packed), address.packed);
exports.unpack();
new Uint8Array(memory.buffer).set(readFileSync(picture), address.pixels);
const numbers = (at, n) => Array.from(new BigInt64Array(memory.buffer, at, n), Number);
const doubles = (at, n) => Array.from(new Float64Array(memory.buffer, at, n));
const n = exports.read(width, height);
new BigInt64Array(memory.buffer, address.fixed, tiles).fill(-1n);
fixed.forEach((reading, at) => new BigInt64Array(memory.buffer, address.fixed + 8 * at, 1).set([BigInt(reading)]));
const [lights, backs] = numbers(address.counts, 2);
if (n) exports.decode(lights, n);
const rows = (read, at, length) => Array.from({ length: n }, (_, row) => read(at + 8 * length * row, length));
const found = {
  lights,
  backs: n ? backs : 0,
  seen: rows(doubles, address.seen, 7),
  places: rows(numbers, address.places, 4),
  readings: numbers(address.readings, n),
  likely: rows(doubles, address.likely, options),
  agreement: doubles(address.agreement, n),
  lines: [0, 1, 2, 3].map((colour) => numbers(address.lines + 8 * (tiles + 1) * colour, n + 1)),
};
process.stdout.write(JSON.stringify(found));
