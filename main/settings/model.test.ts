import { expect, it } from "vitest";
import { isAccelerator } from "./model.ts";

it.each([
  ["CommandOrControl+Shift+S", true],
  ["Control+Alt+Space", true],
  ["Super+Alt+F12", true],
  ["Shift+A", false],
  ["Control+C", false],
  ["F1", false],
  ["A", false],
  ["", false],
  ["Control+Control+A", false],
  ["Control+Shift", false],
  ["Control+Shift+F25", false],
  ["Control+Shift+a", false],
  ["Control+Shift+Delete", false],
  ["Fn+Shift+A", false],
  ["Control+Shift+A ", false],
])("%s is a chord: %s", (text, expected) => {
  expect(isAccelerator(text)).toBe(expected);
});
