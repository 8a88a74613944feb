import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What a reader finds first; anything new goes into one of the folders. */
const allowed = [
  ".ci",
  ".github",
  ".gitignore",
  ".npmrc",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "build",
  "docs",
  "electron-builder.yml",
  "main",
  "migrations",
  "package-lock.json",
  "package.json",
  "renderer",
  "server",
  "test",
  "tsconfig.json",
];

it("the top level has no other files or folders", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const names = new Set(tracked.split("\0").flatMap((path) => path.split("/", 1)));
  names.delete("");
  expect([...names].toSorted()).toEqual(allowed);
});
