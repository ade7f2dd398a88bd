import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNREAD } from "../generated/eye-layout";
import { keep, kept } from "./kept";
import type { Photograph } from "./photograph";
import type { Scan } from "./state";

const ONE: Scan = {
  seen: {
    tiles: [{ x: 3, y: 4, matrix: [40, 0, 0, 40], group: 0, q: 0, r: 0, isWhole: true }],
    backs: [],
  },
  decided: { tiles: [], lines: [] },
  fixed: [39],
  past: [],
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    setItem: (key: string, text: string) => stored.set(key, text),
    getItem: (key: string) => stored.get(key) ?? null,
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a picture comes back with what was said of it, on the page of its game alone", () => {
  const open = (search: string) => vi.stubGlobal("location", { search });
  open("?tournament=k3x&match=1-all-1-1&number=1");
  keep({ likeness: "data:image/jpeg;base64,YWJj" } as Photograph, ONE);

  expect(kept()?.said).toEqual([{ x: 3, y: 4, reading: 39 }]);
  open("?tournament=k3x&match=1-all-1-1&number=2");
  expect(kept()).toBeNull();
  open("");
  expect(kept()).toBeNull();
});

test("nothing is said of a tile that was left as it was read", () => {
  vi.stubGlobal("location", { search: "" });

  keep({ likeness: "data:image/jpeg;base64,YWJj" } as Photograph, { ...ONE, fixed: [UNREAD] });

  expect(kept()?.said).toEqual([]);
});
