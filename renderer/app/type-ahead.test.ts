import { expect, it } from "vitest";
import { appendTyped } from "./type-ahead.ts";

const key = (name: string, held: { ctrlKey?: boolean } = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it.each([
  ["adds a letter", "fi", key("x"), "fix"],
  ["adds a space", "fix", key(" "), "fix "],
  ["adds a sign of two code units", "", key("😀"), "😀"],
  ["takes the last one away", "fix", key("Backspace"), "fi"],
  ["leaves other keys alone", "fix", key("ArrowDown"), null],
  ["leaves shortcuts alone", "fix", key("k", { ctrlKey: true }), null],
])("%s", (_title, text, event, expected) => {
  expect(appendTyped(text, event)).toBe(expected);
});
