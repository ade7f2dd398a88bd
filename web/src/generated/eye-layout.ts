// Written by scripts/make_wasm.py. Do not edit.
// Sources: 2a58e51b35fdc84c3e74ff67900e4a43c28075211661e5b8c20f57db8791dce7

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
  seen: 11766848,
  places: 11773568,
  scores: 11777408,
  backs: 12745088,
  counts: 12746560,
  fixed: 12746624,
  readings: 12747584,
  likely: 12748544,
  agreement: 13071104,
  lines: 13072064,
} as const;
