import { afterEach, describe, expect, test } from "vitest";
import { cellLabel } from "../src/cell-words";
import { speak } from "../src/i18n";
import { choose, hold, rotate } from "../src/state";
import { commandFor, hasOwnWords, wordFor } from "../src/text-words";
import { TILE_EDGES } from "../src/tile-edges";
import {
  colourWords,
  fitSentence,
  lettersOf,
  linksWords,
  placementWords,
  rotationsWords,
  sidesWords,
  spaceSentence,
  tilesWords,
  tileWords,
  turnedLetters,
} from "../src/tile-words";
import { laid, position, space, state } from "./fixture";

afterEach(() => speak("en", {}));

const TILES = TILE_EDGES.map((_, n) => n + 1);

describe("tiles in words", () => {
  test("a tile is told by its colours clockwise", () => {
    expect(tileWords(12)).toBe("Tile 12: red red yellow blue yellow blue");
    expect(tilesWords([3, 12])).toBe("3 red red blue blue yellow yellow, 12 red red yellow blue yellow blue");
  });

  test("a turned tile shows the colour of an edge as many sixths further clockwise", () => {
    for (const tile of TILES)
      for (const rotation of [0, 1, 2, 3, 4, 5])
        for (const edge of [0, 1, 2, 3, 4, 5])
          expect(lettersOf(tile, rotation)[(edge + rotation) % 6]).toBe(TILE_EDGES[tile - 1]?.[edge]);
  });

  test("no two tiles and no two rotations are told alike, but straight ones of half turns", () => {
    const told = TILES.map((tile) => new Set([0, 1, 2, 3, 4, 5].map((n) => colourWords(lettersOf(tile, n)))));

    expect(new Set(told.flatMap((one) => [...one])).size).toBe(told.reduce((sum, one) => sum + one.size, 0));
  });

  test("six turns lead back", () => {
    expect(turnedLetters(turnedLetters("RRYBYB", 2), 4)).toBe("RRYBYB");
  });

  test("each tile has three links, told by colour, form and edges", () => {
    expect(linksWords("RRYBYB")).toEqual([
      "red: a corner, east and south-east",
      "yellow: a bend, south-west and north-west",
      "blue: a bend, west and north-east",
    ]);
    expect(linksWords("RBYRBY")[0]).toBe("red: straight, east and west");
    for (const letters of TILE_EDGES) expect(linksWords(letters)).toHaveLength(3);
  });

  test("a bend over the east is a bend, a corner over it a corner", () => {
    expect(linksWords("RBBYRY")[0]).toBe("red: a bend, east and north-west");
    expect(linksWords("RBBYYR")[0]).toBe("red: a corner, east and north-east");
  });

  test("rotations are told by what they show", () => {
    expect(rotationsWords(12, [0, 1])).toBe("0 (red red yellow blue yellow blue), 1 (blue red red yellow blue yellow)");
    expect(placementWords({ tile: 12, cell: { q: 1, r: 0 }, rotation: 1 })).toBe(
      "tile 12 at 1,0, blue red red yellow blue yellow",
    );
    expect(fitSentence(12, [0, 1], 1)).toBe("Tile 12 fits 2 ways, now blue red red yellow blue yellow.");
  });

  test("a space is told with its place and the colours that face it", () => {
    expect(spaceSentence({ q: 0, r: -6 }, "Y.R...")).toBe("Space 0,-6: east yellow, south-west red.");
    expect(spaceSentence({ q: 0, r: 0 }, "......")).toBe("Space 0,0.");
    expect(sidesWords("RYGB..")).toBe("east red, south-east yellow, south-west green, west blue");
  });
});

describe("cells of a board", () => {
  const spaces = [space(1, 0, { facing: "...R.." }), space(0, 1, { facing: "....RY" }), space(-1, 1)];
  const table = state({ position: position({ spaces }) });

  test("a tile says what it shows as it lies, and who laid it", () => {
    const one = laid({ rotation: 1, forced: true });

    expect(cellLabel(state({ laid: [one] }), { q: 0, r: 0 })).toBe(
      "Tile 40 at 0,0: blue red green blue green red. Laid by Greedy as a forced placement.",
    );
  });

  test("a space says where it is and what faces it, whatever is in the hand", () => {
    expect(cellLabel(table, { q: 1, r: 0 })).toBe("Space 1,0: west red.");
    expect(cellLabel(choose(table, 12), { q: 0, r: 1 })).toBe(
      "Space 0,1: north-west red, north-east yellow. Tile 12 fits one way: yellow blue red red yellow blue.",
    );
    expect(cellLabel(choose(table, 3), { q: 1, r: 0 })).toMatch(/^Space 1,0: west red\. Tile 3 not here: /);
  });

  test("with a tile over it a space says what the tile shows, and after a turn what it shows then", () => {
    const held = hold(choose(table, 12), { q: 1, r: 0 }, false);

    expect(cellLabel(held, { q: 1, r: 0 })).toContain("fits 2 ways, now red red yellow blue yellow blue.");
    expect(cellLabel(rotate(held, 1), { q: 1, r: 0 })).toContain("fits 2 ways, now yellow blue yellow blue red red.");
  });
});

describe("words of the text board", () => {
  test("in English the words are the commands", () => {
    expect(hasOwnWords()).toBe(false);
    expect(commandFor("Place")).toBe("place");
    expect(commandFor("constructor")).toBeUndefined();
  });

  test("another language has words of its own beside the English ones", () => {
    speak("ru", {
      "place (one word, typed: lay a tile)": "Положить",
      "score (one word, typed: tell the scores)": "счёт (слово)",
    });

    expect(wordFor("score")).toBe("счёт");
    for (const word of ["счет", "СЧЁТ", "score"]) expect(commandFor(word)).toBe("score");
    for (const word of ["положить", "place"]) expect(commandFor(word)).toBe("place");
    expect(hasOwnWords()).toBe(true);
  });

  test("letters with strokes and tails may be typed without", () => {
    speak("pl", { "place (one word, typed: lay a tile)": "połóż" });

    expect(commandFor("poloz")).toBe("place");
  });

  test("where two words are one, the English one is meant", () => {
    speak("pl", { "bag (one word, typed: tell the tiles not yet drawn)": "hand" });

    expect(commandFor("hand")).toBe("hand");
  });
});
