import { describe, expect, it } from "vitest";
import { decideBounds, windowState } from "./window-state.ts";

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];
const at = (x: number, y: number, width = 900, height = 700) => ({
  bounds: { x, y, width, height },
  isMaximized: false,
});

describe("decideBounds", () => {
  it.each([
    ["uses a first size when nothing is remembered", null, { width: 1280, height: 840 }],
    ["comes back where it was", at(100, 50), { x: 100, y: 50, width: 900, height: 700 }],
    ["comes back on the second screen", at(2000, 50), { x: 2000, y: 50, width: 900, height: 700 }],
    [
      "keeps a window that may still be gripped at its edge",
      at(-820, 0),
      { x: -820, y: 0, width: 900, height: 700 },
    ],
    ["lets the system place one that may not", at(-821, 0), { width: 900, height: 700 }],
    ["lets the system place one from a screen that is gone", at(5000, 50), { width: 900, height: 700 }],
    ["lets the system place one above the screen", at(100, -1), { width: 900, height: 700 }],
    ["lets the system place one below the screen", at(100, 1001), { width: 900, height: 700 }],
    ["makes a tiny window usable", at(0, 0, 1, 1), { x: 0, y: 0, width: 480, height: 400 }],
  ])("%s", (_title, saved, expected) => {
    expect(decideBounds(saved, screens)).toEqual(expected);
  });
});

describe("windowState", () => {
  it.each([
    ["a missing part", { isMaximized: true }],
    ["text for a number", { ...at(0, 0), bounds: { x: "0", y: 0, width: 1, height: 1 } }],
    ["a fraction", at(0.5, 0)],
    ["a negative size", at(0, 0, -5)],
    ["a size beyond any screen", at(0, 0, 100_001)],
    ["what it does not know", { ...at(0, 0), script: "x" }],
  ])("refuses %s", (_title, state) => {
    expect(windowState.safeParse(state).success).toBe(false);
  });
});
