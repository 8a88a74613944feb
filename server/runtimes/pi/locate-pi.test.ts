import { describe, expect, it } from "vitest";
import { isNewEnough, locatePi } from "./locate-pi.ts";

describe("locatePi", () => {
  it("finds the bundled pi and runs it with our own Node", async () => {
    const located = await locatePi({});
    expect(located).toMatchObject({ kind: "found", command: process.execPath, version: "0.87.1" });
  });

  it("reports a configured path that does not exist", async () => {
    const located = await locatePi({ SERVICE_PI_PATH: "/nowhere/cli.js" });
    expect(located).toEqual({
      kind: "missing",
      message: "pi is configured as /nowhere/cli.js, which is not the absolute path of a file.",
    });
  });

  it.each([
    ["22.18.9", false],
    ["22.19.0", true],
    ["24.0.0", true],
    ["20.19.5", false],
  ])("checks Node %s", (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});
