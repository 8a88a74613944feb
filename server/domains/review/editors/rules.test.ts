import { describe, expect, it } from "vitest";
import { argumentsFor, configuredProgram, hasDisplay, knownPrograms } from "./rules.ts";

describe("the arguments of a program", () => {
  it.each([
    ["end with the folder", ["code", "-n"], ["-n", "/clones/a $& b;rm"]],
    [
      "have it where it is marked",
      ["/opt/t/kitty", "--directory={path}", "x"],
      ["--directory=/clones/a $& b;rm", "x"],
    ],
  ])("%s, in one piece", (_title, words, expected) => {
    const program = configuredProgram(words);
    expect(program && argumentsFor(program, "/clones/a $& b;rm")).toEqual(expected);
  });

  it("need a program", () => {
    expect(configuredProgram([])).toBeNull();
    expect(configuredProgram(["/opt/t/kitty"])?.label).toBe("kitty");
  });
});

it.each(["linux", "darwin", "win32"] as const)("knows an editor and a terminal on %s", (platform) => {
  const { editor, terminal } = knownPrograms(platform);
  expect(Math.min(editor.length, terminal.length)).toBeGreaterThan(0);
});

it.each([
  ["linux", {}, false],
  ["linux", { DISPLAY: ":0" }, true],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, true],
  ["darwin", {}, true],
] as const)("a display on %s with %o: %s", (platform, environment, expected) => {
  expect(hasDisplay(platform, environment)).toBe(expected);
});
