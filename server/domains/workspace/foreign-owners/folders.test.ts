import { describe, expect, it } from "vitest";
import { foldersAround, isOpenToAll, isOwnFolder } from "./folders.ts";

describe("the folder that git refuses", () => {
  it.each([
    ["/srv/app", "/srv/app", true],
    ["/srv/app/.git", "/srv/app", true],
    ["/srv/app", "/srv/app/deep", true],
    ["/srv/app/.git", "/srv/app/deep", true],
    ["/etc", "/srv/app", false],
    ["/srv/app/other", "/srv/app", false],
    ["/srv/application", "/srv/app", false],
  ])("%s belongs to %s: %s", (folder, root, expected) => {
    expect(isOwnFolder(folder, root)).toBe(expected);
  });

  it("is looked at with its .git and everything above", () => {
    expect(foldersAround("/srv/app")).toEqual(["/srv/app/.git", "/srv/app", "/srv", "/"]);
  });

  it.each([
    [0o755, false, false],
    [0o777, false, true],
    [0o777, true, true],
    [0o1777, true, false],
    [0o1777, false, true],
    [0o775, false, false],
  ])("with mode %o (above: %s) is open to all: %s", (mode, isAbove, expected) => {
    expect(isOpenToAll(mode, isAbove)).toBe(expected);
  });
});
