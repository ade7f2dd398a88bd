// Written by scripts/make_wasm.py. Do not edit.
// Sources: e315d3edca4fec7a91a1303b501505704ad4182b854b84f21a694140053617cf

export const EYE_PAGES = 2760;
export const EYE_STACK_TOP = 65536;
export const LONGEST = 1600;
export const MOST_TILES = 120;
export const N_OPTIONS = 336;
export const N_SEEN = 7;
export const N_PLACE = 4;
export const N_PACKED = 296948;
export const UNREAD = -1;
export const NO_TILE = -2;
export const EYE_ADDRESSES = {
  pixels: 65536,
  packed: 10305536,
  weights: 10602496,
  glanced: 11766848,
  seen: 11773568,
  places: 11780288,
  scores: 11784128,
  backs: 12751808,
  counts: 12753280,
  fixed: 12753344,
  readings: 12754304,
  likely: 12755264,
  agreement: 13077824,
  lines: 13078784,
} as const;
