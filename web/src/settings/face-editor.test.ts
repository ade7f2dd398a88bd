import { expect, test } from "vitest";
import { faceText } from "./face-editor";

test("a face is written as the server reads it", () => {
  expect(faceText({ mouth: "3", eyes: "6", colour: "G", cap: "Y" })).toBe("36GY");
  expect(faceText({ mouth: "1", eyes: "7", colour: "R", cap: "" })).toBe("17R");
});
