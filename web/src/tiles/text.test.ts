import { afterEach, describe, expect, test } from "vitest";
import { TILE_EDGES } from "../generated/tile-edges";
import { setLanguage } from "../page/i18n";
import { colourLetter } from "../page/players/swatch";
import {
  coloursText,
  fitSentence,
  lettersOf,
  linksText,
  placementText,
  rotationsText,
  sidesText,
  spaceSentence,
  tilesText,
  tileText,
  turnedLetters,
} from "./text";

afterEach(() => setLanguage("en", {}));

const TILES = TILE_EDGES.map((_, n) => n + 1);

test.each([
  ["ru", "КЖЗС"],
  ["pl", "CŁZN"],
])("colours have the letters of the page's language: %s", (language, letters) => {
  setLanguage(language, { RYGB: letters });

  expect((["R", "Y", "G", "B"] as const).map(colourLetter)).toEqual([...letters]);
});

describe("descriptions of tiles", () => {
  test("a tile is described by its colours clockwise", () => {
    expect(tileText(12)).toBe("Tile 12: red red yellow blue yellow blue");
    expect(tilesText([3, 12])).toBe("3 red red blue blue yellow yellow, 12 red red yellow blue yellow blue");
  });

  test("a turned tile shows the colour of an edge as many sixths further clockwise", () => {
    for (const tile of TILES)
      for (const rotation of [0, 1, 2, 3, 4, 5])
        for (const edge of [0, 1, 2, 3, 4, 5])
          expect(lettersOf(tile, rotation)[(edge + rotation) % 6]).toBe(TILE_EDGES[tile - 1]?.[edge]);
  });

  test("no two tiles or rotations have the same description, except half turns of straight ones", () => {
    const texts = TILES.map((tile) => new Set([0, 1, 2, 3, 4, 5].map((n) => coloursText(lettersOf(tile, n)))));

    expect(new Set(texts.flatMap((one) => [...one])).size).toBe(texts.reduce((sum, one) => sum + one.size, 0));
  });

  test("six turns are the identity", () => {
    expect(turnedLetters(turnedLetters("RRYBYB", 2), 4)).toBe("RRYBYB");
  });

  test("each tile has three links, described by colour, form and edges", () => {
    expect(linksText("RRYBYB")).toEqual([
      "red: a corner, east and south-east",
      "yellow: a bend, south-west and north-west",
      "blue: a bend, west and north-east",
    ]);
    expect(linksText("RBYRBY")[0]).toBe("red: straight, east and west");
    for (const letters of TILE_EDGES) expect(linksText(letters)).toHaveLength(3);
  });

  test("bends and corners are recognised across the first edge", () => {
    expect(linksText("RBBYRY")[0]).toBe("red: a bend, east and north-west");
    expect(linksText("RBBYYR")[0]).toBe("red: a corner, east and north-east");
  });

  test("rotations are described by what they show", () => {
    expect(rotationsText(12, [0, 1])).toBe("0 (red red yellow blue yellow blue), 1 (blue red red yellow blue yellow)");
    expect(placementText({ tile: 12, cell: { q: 1, r: 0 }, rotation: 1 })).toBe(
      "tile 12 at 1,0, blue red red yellow blue yellow",
    );
    expect(fitSentence(12, [0, 1], 1)).toBe("Tile 12 fits 2 ways, now blue red red yellow blue yellow.");
  });

  test("a space is described by its cell and the colours that face it", () => {
    expect(spaceSentence({ q: 0, r: -6 }, "Y.R...")).toBe("Space 0,-6: east yellow, south-west red.");
    expect(spaceSentence({ q: 0, r: 0 }, "......")).toBe("Space 0,0.");
    expect(sidesText("RYGB..")).toBe("east red, south-east yellow, south-west green, west blue");
  });
});
