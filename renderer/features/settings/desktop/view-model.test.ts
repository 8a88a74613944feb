import { describe, expect, it } from "vitest";
import { isAccelerator } from "../../../../main/settings/model.ts";
import { chordOf, formatChord, type PressedChord } from "./view-model.ts";

const pressed = (code: string, held: Partial<PressedChord> = {}): PressedChord => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("chordOf", () => {
  it.each([
    ["KeyS", { ctrlKey: true, altKey: true }, false, "Control+Alt+S"],
    ["Space", { metaKey: true, shiftKey: true }, true, "Command+Shift+Space"],
    ["Digit1", { metaKey: true, altKey: true }, false, "Super+Alt+1"],
    ["F12", { ctrlKey: true, shiftKey: true }, false, "Control+Shift+F12"],
  ])("reads %s with %o (macOS: %s) as %s", (code, held, mac, accelerator) => {
    expect(chordOf(pressed(code, held), mac)).toEqual({ kind: "chord", accelerator });
    expect(isAccelerator(accelerator)).toBe(true);
  });

  it.each([
    ["waits while only Ctrl is held", pressed("ControlLeft", { ctrlKey: true }), { kind: "waiting" }],
    [
      "refuses a key alone",
      pressed("KeyS"),
      { kind: "refused", reason: expect.stringContaining("Ctrl and Alt") },
    ],
    [
      "refuses what every program uses",
      pressed("KeyC", { ctrlKey: true }),
      { kind: "refused", reason: expect.stringContaining("Add two modifier keys") },
    ],
    [
      "refuses a key that it cannot name",
      pressed("Delete", { ctrlKey: true, altKey: true }),
      { kind: "refused", reason: expect.stringContaining("a letter") },
    ],
  ])("%s", (_title, event, expected) => {
    expect(chordOf(event, false)).toEqual(expected);
  });
});

it("writes a shortcut as the system does", () => {
  expect(formatChord("Control+Alt+S", false)).toBe("Ctrl + Alt + S");
  expect(formatChord("Control+Alt+Space", true)).toBe("⌃⌥Space");
});
