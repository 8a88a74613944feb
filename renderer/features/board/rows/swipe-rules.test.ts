import { expect, it } from "vitest";
import { readSwipe } from "./swipe-rules.ts";

const phone = { width: 390, rtl: false };

it.each([
  ["waits while the finger only trembles", { across: -8, down: 6 }, "undecided"],
  ["leaves scrolling to the list", { across: -20, down: 40 }, "scroll"],
  ["leaves a slanting move to the list", { across: 30, down: 24 }, "scroll"],
  ["shows what a short swipe would do", { across: -60, down: 4 }, { action: "archive", ready: false }],
  [
    "archives towards the beginning of the line",
    { across: -120, down: 10 },
    { action: "archive", ready: true },
  ],
  ["snoozes the other way", { across: 120, down: 10 }, { action: "snooze", ready: true }],
])("%s", (_title, moved, expected) => {
  expect(readSwipe({ ...phone, ...moved })).toEqual(expected);
});

it("is mirrored in a right-to-left page", () => {
  expect(readSwipe({ ...phone, rtl: true, across: 130, down: 0 })).toEqual({
    action: "archive",
    ready: true,
  });
});
