import { expect, test } from "vitest";
import { Gestures } from "./gestures";

/** Return a board that notes each zoom, and a way to send it events at a time. */
function board(turns = false) {
  const surface = new EventTarget();
  const zooms: number[] = [];
  const ignore = () => undefined;
  new Gestures(surface as Element, () => ({ x: 0, y: 0 }), {
    ...{ tap: ignore, hover: ignore, pan: ignore, wheel: () => turns },
    zoom: (factor) => zooms.push(factor),
  });
  const send = (name: string, timeStamp: number, more = {}) => {
    const values = {
      timeStamp,
      clientX: 0,
      clientY: 0,
      button: 0,
      pointerId: 1,
      deltaY: -100,
      ctrlKey: false,
      ...more,
    };
    const event = new Event(name, { cancelable: true });
    for (const [key, value] of Object.entries(values)) Object.defineProperty(event, key, { value });
    surface.dispatchEvent(event);
  };
  return { zooms, send };
}

test("right after a drop the wheel does not zoom until it has rested", () => {
  const { zooms, send } = board();

  send("pointerup", 5_000);
  for (const at of [5_100, 5_400, 5_800]) send("wheel", at);
  expect(zooms).toEqual([]);

  send("wheel", 6_400);
  expect(zooms).toHaveLength(1);
});

test("a second after a drop the wheel zooms, even if it never rested", () => {
  const { zooms, send } = board();

  send("pointerup", 5_000);
  for (let at = 5_100; at <= 6_000; at += 100) send("wheel", at);

  expect(zooms).toHaveLength(1);
});

test("a pinch on a trackpad, which turns no tile, zooms at once", () => {
  const { zooms, send } = board(true);

  send("pointerup", 5_000);
  send("wheel", 5_100, { ctrlKey: true });

  expect(zooms).toHaveLength(1);
});
