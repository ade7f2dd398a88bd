/** The eye compiled to WebAssembly: it reads a picture, and decides again when the user has corrected a tile. */
import {
  EYE_ADDRESSES,
  EYE_PAGES,
  EYE_STACK_TOP,
  LONGEST,
  MOST_TILES,
  N_OPTIONS,
  N_PACKED,
  N_PLACE,
  N_SEEN,
} from "../generated/eye-layout";
import type { TileBox } from "./box";

/** A tile as the picture shows it, in pixels of the picture. */
export interface SeenTile {
  x: number;
  y: number;
  /** What one apothem to the east, and one to the south, become: xx, yx, xy, yy. */
  matrix: [number, number, number, number];
  /** Tiles of one group touch, and their east is the same. */
  group: number;
  q: number;
  r: number;
  /** The border cuts no part of it. */
  isWhole: boolean;
  /** The user pointed at it; the eye had missed it. */
  isAdded?: true;
}

export interface SeenBack {
  x: number;
  y: number;
  size: number;
}

/** What a picture shows; the worker keeps the evidence. */
export interface SeenPicture {
  tiles: SeenTile[];
  backs: SeenBack[];
}

/** One of the 336 ways in which a tile can lie, and how likely it is. */
export interface Reading {
  tile: number;
  rotation: number;
  likely: number;
}

/** What one tile is, and how sure that is; no readings if it is no tile. The likeliest readings come first. */
export interface DecidedTile {
  readings: Reading[];
  confidence: number;
  /** Another light would change what it is. */
  isColourDoubtful: boolean;
}

/** The best line or loop of a colour: the places of its tiles, in order. */
export interface EyeLine {
  isLoop: boolean;
  tiles: number[];
}

export interface Decided {
  tiles: DecidedTile[];
  lines: EyeLine[];
}

const N_LISTED = 6;
const MATHEMATICS = {
  atan2: Math.atan2,
  cos: Math.cos,
  exp: Math.exp,
  expf: Math.exp,
  hypot: Math.hypot,
  log: Math.log,
  sin: Math.sin,
  sqrt: Math.sqrt,
};

export class EyeModule {
  #nTiles = 0;

  private constructor(
    private readonly exports: Record<string, (...numbers: number[]) => number>,
    private readonly memory: ArrayBuffer,
  ) {}

  /** Compile the module and unpack the file of weights, which is as long as its head says. */
  static async load(code: BufferSource, weights: ArrayBuffer): Promise<EyeModule> {
    const memory = new WebAssembly.Memory({ initial: EYE_PAGES });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, EYE_STACK_TOP);
    const imports = { env: { __linear_memory: memory, __stack_pointer: stack, ...MATHEMATICS } };
    const { instance } = await WebAssembly.instantiate(code, imports);
    const made = new EyeModule(instance.exports as EyeModule["exports"], memory.buffer);
    const start = 4 + new DataView(weights).getUint32(0, true);
    new Uint8Array(memory.buffer, EYE_ADDRESSES.packed, N_PACKED).set(new Uint8Array(weights, start, N_PACKED));
    made.exports.unpack?.();
    return made;
  }

  /** Find the tiles of a picture of RGBA that is not larger than LONGEST. */
  read(pixels: Uint8ClampedArray, width: number, height: number): SeenPicture {
    if (Math.max(width, height) > LONGEST) throw new Error(`expected at most ${LONGEST} pixels, got ${width}`);
    new Uint8ClampedArray(this.memory, EYE_ADDRESSES.pixels, pixels.length).set(pixels);
    this.#nTiles = this.exports.read?.(width, height) ?? 0;
    const nBacks = this.#nTiles ? (this.#numbers(EYE_ADDRESSES.counts, 2)[1] as number) : 0;
    return {
      tiles: Array.from({ length: this.#nTiles }, (_, place) => this.#seen(place)),
      backs: Array.from({ length: nBacks }, (_, place) => {
        const [x, y, size] = this.#doubles(EYE_ADDRESSES.backs, 3, place) as [number, number, number];
        return { x, y, size };
      }),
    };
  }

  /** Find the tiles of a picture at a coarse size, without their groups; the last picture that was read stays. */
  glance(pixels: Uint8ClampedArray, width: number, height: number): SeenTile[] {
    new Uint8ClampedArray(this.memory, EYE_ADDRESSES.pixels, pixels.length).set(pixels);
    const n = this.exports.glance?.(width, height) ?? 0;
    return Array.from({ length: n }, (_, place) => this.#seen(place, EYE_ADDRESSES.glanced));
  }

  /** Find the tile in a box of the last picture, which may be one that is known; return it and its place. */
  add(pixels: Uint8ClampedArray, width: number, height: number, box: TileBox): { place: number; tile: SeenTile } {
    new Uint8ClampedArray(this.memory, EYE_ADDRESSES.pixels, pixels.length).set(pixels);
    const [nLights = 1] = this.#numbers(EYE_ADDRESSES.counts, 2);
    const [x, y, reach] = [box.x, box.y, box.reach].map(Math.round) as [number, number, number];
    const place = this.exports.add?.(width, height, x, y, reach, this.#nTiles, nLights) ?? 0;
    this.#nTiles = Math.max(this.#nTiles, place + 1);
    return { place, tile: this.#seen(place) };
  }

  /** Decide what the tiles of the last picture are; `fixed` are readings given by the user, UNREAD or NO_TILE. */
  decide(fixed: readonly number[]): Decided {
    const given = new BigInt64Array(this.memory, EYE_ADDRESSES.fixed, MOST_TILES);
    fixed.forEach((reading, place) => {
      given[place] = BigInt(reading);
    });
    const [nLights = 1] = this.#numbers(EYE_ADDRESSES.counts, 2);
    this.exports.decode?.(nLights, this.#nTiles);
    return {
      tiles: fixed.map((_, place) => this.#decided(place)),
      lines: [0, 1, 2, 3].map((colour) => {
        const [n = 0, ...tiles] = this.#numbers(EYE_ADDRESSES.lines, MOST_TILES + 1, colour);
        return { isLoop: n < 0, tiles: tiles.slice(0, Math.abs(n)) };
      }),
    };
  }

  #seen(place: number, address: number = EYE_ADDRESSES.seen): SeenTile {
    const [x, y, xx, xy, yx, yy, isWhole] = this.#doubles(address, N_SEEN, place) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [group, q, r] = this.#numbers(EYE_ADDRESSES.places, N_PLACE, place) as [number, number, number];
    return { x, y, matrix: [xx, yx, xy, yy], group, q, r, isWhole: isWhole > 0 };
  }

  #decided(place: number): DecidedTile {
    const [chosen = -1] = this.#numbers(EYE_ADDRESSES.readings, 1, place);
    const [agreement = 0] = this.#doubles(EYE_ADDRESSES.agreement, 1, place);
    if (chosen < 0) return { readings: [], confidence: 0, isColourDoubtful: false };
    const likely = this.#doubles(EYE_ADDRESSES.likely, N_OPTIONS, place);
    const others = likely.map((_, option) => option).filter((option) => option !== chosen);
    others.sort((a, b) => (likely[b] as number) - (likely[a] as number));
    const readings = [chosen, ...others.slice(0, N_LISTED - 1)].map((option) => ({
      tile: Math.floor(option / 6) + 1,
      rotation: option % 6,
      likely: likely[option] as number,
    }));
    return { readings, confidence: (likely[chosen] as number) * agreement, isColourDoubtful: agreement < 1 };
  }

  /** Return one row of an array of 64-bit numbers. */
  #numbers(address: number, n: number, row = 0): number[] {
    return Array.from(new BigInt64Array(this.memory, address + 8 * n * row, n), Number);
  }

  #doubles(address: number, n: number, row = 0): number[] {
    return Array.from(new Float64Array(this.memory, address + 8 * n * row, n));
  }
}
