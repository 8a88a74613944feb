import { describe, expect, it } from "vitest";
import { matchesShortcut, shortcutParts } from "./keyboard.ts";

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
    ["not with Ctrl held, which is the browser's", press("n", { ctrlKey: true }), "n", false],
    ["not the capital letter", press("J", { shiftKey: true }), "j", false],
    ["a sign that needs Shift", press("?", { shiftKey: true }), "?", true],
    ["mod as Ctrl", press("k", { ctrlKey: true }), "mod+k", true],
    ["mod as Cmd", press("k", { metaKey: true }), "mod+k", true],
    ["mod with a named key", press("Enter", { metaKey: true }), "mod+enter", true],
    ["not without mod", press("k"), "mod+k", false],
    ["not with Alt", press("/", { altKey: true }), "/", false],
  ])("takes %s", (_title, event, shortcut, expected) => {
    expect(matchesShortcut(event, shortcut)).toBe(expected);
  });
});

describe("shortcutParts", () => {
  it("names the modifier as the machine does", () => {
    expect(shortcutParts("mod+enter", true)).toEqual(["⌘", "Enter"]);
    expect(shortcutParts("mod+k", false)).toEqual(["Ctrl", "K"]);
  });
});
