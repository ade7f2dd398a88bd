import { expect, test } from "vitest";
import { readChallenge } from "./challenge-form";
import { preferencesOf, preferenceText, withPreference } from "./colour-preferences";

test("preferences are at most two different colours; anything else is skipped", () => {
  expect(preferencesOf(["G", "G", "X", null, "", "R", "B"])).toEqual(["G", "R"]);
  expect(preferencesOf([])).toEqual([]);
});

test("'any colour' first leaves no second preference; the second can be removed alone", () => {
  expect(withPreference(["G", "R"], 0, null)).toEqual([]);
  expect(withPreference(["G", "R"], 1, null)).toEqual(["G"]);
  expect(withPreference(["G", "R"], 1, "B")).toEqual(["G", "B"]);
});

test("choosing the second preference as the first leaves no second one", () => {
  expect(withPreference(["G", "R"], 0, "R")).toEqual(["R"]);
  expect(withPreference(["G", "R"], 0, "Y")).toEqual(["Y", "R"]);
});

test("preferences have a description", () => {
  expect(["", "Y", "YB"].map((letters) => preferenceText(preferencesOf([...letters])))).toEqual([
    "",
    "wants yellow",
    "wants yellow, then blue",
  ]);
});

test("a challenge is posted with both preferences of its owner, doubles with none", () => {
  const fields = { seats: "2", colour: "G", second_colour: "R" };
  expect(readChallenge(fields, "Ann").game.seats[0]?.colour_preferences).toEqual(["G", "R"]);
  expect(readChallenge({ ...fields, seats: "doubles" }, "Ann").game.seats[0]?.colour_preferences).toEqual([]);
});
