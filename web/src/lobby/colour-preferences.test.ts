import { expect, test } from "vitest";
import { readChallenge } from "./challenge-form";
import { preferencesOf, preferenceText, withPreference } from "./colour-preferences";

test("a wish is a colour, each once, two at the most; all else is passed over", () => {
  expect(preferencesOf(["G", "G", "X", null, "", "R", "B"])).toEqual(["G", "R"]);
  expect(preferencesOf([])).toEqual([]);
});

test("any colour at all leaves no second wish, and a second wish can go alone", () => {
  expect(withPreference(["G", "R"], 0, null)).toEqual([]);
  expect(withPreference(["G", "R"], 1, null)).toEqual(["G"]);
  expect(withPreference(["G", "R"], 1, "B")).toEqual(["G", "B"]);
});

test("who chooses the second wish as the first has no second one", () => {
  expect(withPreference(["G", "R"], 0, "R")).toEqual(["R"]);
  expect(withPreference(["G", "R"], 0, "Y")).toEqual(["Y", "R"]);
});

test("wishes are said in words", () => {
  expect(["", "Y", "YB"].map((letters) => preferenceText(preferencesOf([...letters])))).toEqual([
    "",
    "would like yellow",
    "would like yellow, or else blue",
  ]);
});

test("a challenge is posted with both wishes of its owner, one of doubles with none", () => {
  const fields = { seats: "2", colour: "G", second_colour: "R" };
  expect(readChallenge(fields, "Ann").game.seats[0]?.wishes).toEqual(["G", "R"]);
  expect(readChallenge({ ...fields, seats: "doubles" }, "Ann").game.seats[0]?.wishes).toEqual([]);
});
