/** The rules of the game: the kernel compiled to WebAssembly, with its memory as arrays. */
import { ADDRESSES, FIELDS, N_PAGES, STACK_TOP, STATE_SIZE } from "../generated/rules-layout";

type RulesFunction =
  | "choose_any"
  | "choose_greedy"
  | "controlled"
  | "deal"
  | "find_lines"
  | "judge"
  | "lay"
  | "margins"
  | "place"
  | "refused"
  | "settle";

export type StateField = keyof typeof FIELDS;

/** The address of a field of the state. */
export function fieldAt(name: StateField): number {
  return ADDRESSES.state + FIELDS[name];
}

export class RulesModule {
  readonly #memory: ArrayBuffer;
  readonly #words: BigUint64Array;
  readonly #shorts: Int16Array;

  private constructor(
    private readonly exports: Record<string, (...numbers: number[]) => number>,
    memory: WebAssembly.Memory,
  ) {
    this.#memory = memory.buffer;
    this.#words = new BigUint64Array(memory.buffer);
    this.#shorts = new Int16Array(memory.buffer);
  }

  /** Compile the module and compute its tables, which takes tens of milliseconds. */
  static async load(code: BufferSource): Promise<RulesModule> {
    const memory = new WebAssembly.Memory({ initial: N_PAGES });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK_TOP);
    const imports = { env: { __linear_memory: memory, __stack_pointer: stack } };
    const { instance } = await WebAssembly.instantiate(code, imports);
    const exports = instance.exports as Record<string, (...numbers: number[]) => number>;
    exports.prepare?.();
    exports.fill_codes?.();
    return new RulesModule(exports, memory);
  }

  call(name: RulesFunction, ...numbers: number[]): number {
    return (this.exports[name] as (...numbers: number[]) => number)(...numbers);
  }

  /** Return a number of an array of 64-bit words. */
  word(address: number, place = 0): bigint {
    return this.#words[address / 8 + place] as bigint;
  }

  /** Return a number of an array of 64-bit numbers, which must be small. */
  number(address: number, place = 0): number {
    return Number(BigInt.asIntN(64, this.word(address, place)));
  }

  /** Return a number of an array of 16-bit numbers. */
  short(address: number, place = 0): number {
    return this.#shorts[address / 2 + place] as number;
  }

  /** Write 64-bit numbers to an array. */
  write(address: number, numbers: readonly (number | bigint)[]): void {
    numbers.forEach((number, place) => {
      this.#words[address / 8 + place] = BigInt.asUintN(64, BigInt(number));
    });
  }

  /** Empty the state. */
  clearState(): void {
    new Uint8Array(this.#memory, ADDRESSES.state, STATE_SIZE).fill(0);
  }
}

/** Return a set of tiles as the kernel holds it, one bit a tile. */
export function maskOf(tiles: readonly number[]): bigint {
  return tiles.reduce((mask, tile) => mask | (1n << BigInt(tile - 1)), 0n);
}

/** Return how many tiles are in a set. */
export function countOf(mask: bigint): number {
  let n = 0;
  for (let rest = mask; rest; rest &= rest - 1n) n += 1;
  return n;
}
