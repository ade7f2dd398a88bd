import { expect, test } from "vitest";
import { faceOfName } from "./face";

// The same as in tests/server/http/test_faces.py.
test("a name has the face that the server gives it", () => {
  expect(["Anna", "Łukasz", "Мария", "greedy", ""].map(faceOfName)).toEqual(["46RB", "62R", "17GB", "24RR", "11R"]);
});
