import { describe, expect, it } from "vitest";
import { matchesShortcut, shortcutParts, stepOf } from "./keyboard.ts";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("matchesShortcut", () => {
  it.each([
    ["a lone letter", press("j"), "j", true],
    ["not with Ctrl held, which belongs to the browser", press("n", { ctrlKey: true }), "n", false],
    ["not the capital letter", press("J", { shiftKey: true }), "j", false],
    ["a character that needs Shift", press("?", { shiftKey: true }), "?", true],
    ["mod as Ctrl", press("k", { ctrlKey: true }), "mod+k", true],
    ["mod as Cmd", press("k", { metaKey: true }), "mod+k", true],
    ["mod with a named key", press("Enter", { metaKey: true }), "mod+enter", true],
    ["not without mod", press("k"), "mod+k", false],
    ["not with Alt", press("/", { altKey: true }), "/", false],
    ["a capital letter if Shift is named", press("X", { shiftKey: true }), "shift+x", true],
    ["not the small letter if Shift is named", press("x"), "shift+x", false],
    ["mod and Shift together", press("K", { ctrlKey: true, shiftKey: true }), "mod+shift+k", true],
  ])("takes %s", (_title, event, shortcut, expected) => {
    expect(matchesShortcut(event, shortcut)).toBe(expected);
  });
});

describe("shortcutParts", () => {
  it("uses the platform's modifier names", () => {
    expect(shortcutParts("mod+enter", true)).toEqual(["⌘", "Enter"]);
    expect(shortcutParts("mod+k", false)).toEqual(["Ctrl", "K"]);
    expect(shortcutParts("g i", false)).toEqual(["G", "I"]);
    expect(shortcutParts("shift+arrowdown", false)).toEqual(["Shift", "↓"]);
  });
});

describe("stepOf", () => {
  it("writes a key press as a step of a shortcut, and ignores modifiers alone", () => {
    expect(stepOf(press(" "))).toBe("space");
    expect(stepOf(press("+", { shiftKey: true }))).toBe("plus");
    expect(stepOf(press("Shift", { shiftKey: true }))).toBeNull();
  });
});
