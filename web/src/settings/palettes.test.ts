import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ciede2000, difference, type Vision } from "./colour-vision";

const STYLES = readFileSync(new URL("../../styles/page/tokens.css", import.meta.url), "utf8");
const VISIONS: Vision[] = ["ordinary", "protanopia", "deuteranopia", "tritanopia"];

function palettes(): [string, string[]][] {
  const rules = [
    ...STYLES.matchAll(/:is\(:root, \.palette\)\[data-palette="(\w+)"\](\[data-tiles="light"\])? \{(.*?)\}/gs),
  ];
  return rules.map(([, name, light, body]) => [`${name}${light ? ", light" : ""}`, body?.match(/#\w{6}/g) ?? []]);
}

test("the formula agrees with its authors' table", () => {
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 2.49, -0.001], [50, -2.49, 0.0011])).toBeCloseTo(7.2195, 4);
  expect(ciede2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

test("both tile styles have several palettes", () => {
  expect(palettes().map(([name]) => name)).toEqual([
    "apart",
    "deep",
    "soft",
    "apart, light",
    "deep, light",
    "soft, light",
  ]);
});

test.each(palettes())("the four colours of %s differ for the kinds of vision that it is for", (name, colours) => {
  expect(colours).toHaveLength(4);
  for (const vision of name.startsWith("soft") ? VISIONS.slice(0, 1) : VISIONS) {
    for (const a of colours) {
      for (const b of colours) if (a !== b) expect(difference(a, b, vision)).toBeGreaterThanOrEqual(20);
    }
  }
});
