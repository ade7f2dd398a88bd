import { afterEach, describe, expect, test } from "vitest";
import { setLanguage } from "../../page/i18n";
import { commandFor, hasOwnNames, wordFor } from "./command-names";

afterEach(() => setLanguage("en", {}));

describe("commands of the text board", () => {
  test("in English the names are the commands", () => {
    expect(hasOwnNames()).toBe(false);
    expect(commandFor("Place")).toBe("place");
    expect(commandFor("constructor")).toBeUndefined();
  });

  test("another language has its own names beside the English ones", () => {
    setLanguage("ru", {
      "place (the command to place a tile; one word)": "Положить",
      "score (the command to say the scores; one word)": "счёт (слово)",
    });

    expect(wordFor("score")).toBe("счёт");
    for (const word of ["счет", "СЧЁТ", "score"]) expect(commandFor(word)).toBe("score");
    for (const word of ["положить", "place"]) expect(commandFor(word)).toBe("place");
    expect(hasOwnNames()).toBe(true);
  });

  test("letters with diacritics may be typed without", () => {
    setLanguage("pl", { "place (the command to place a tile; one word)": "połóż" });

    expect(commandFor("poloz")).toBe("place");
  });

  test("if a name is ambiguous, the English one is meant", () => {
    setLanguage("pl", { "bag (the command to list the tiles not yet drawn; one word)": "hand" });

    expect(commandFor("hand")).toBe("hand");
  });
});
