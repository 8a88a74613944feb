import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { prebuilds } from "./package/rules.mjs";

const root = join(import.meta.dirname, "..");
const { files } = z
  .object({ files: z.array(z.string()) })
  .parse(parse(readFileSync(join(root, "electron-builder.yml"), "utf8")));
const lock = readFileSync(join(root, "package-lock.json"), "utf8");

interface FileMatcher {
  prependPattern(pattern: string): void;
  createFilter(): (file: string, stat: Stats) => boolean;
}

const fromBuilder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));
const { FileMatcher: Matcher } = fromBuilder("app-builder-lib/out/fileMatcher") as {
  FileMatcher: new (
    from: string,
    to: string,
    expand: (text: string) => string,
    patterns: string[],
  ) => FileMatcher;
};

/** electron-builder's own decision on what of node_modules it packs: everything but what `files` excludes. */
function packed(platform: string, arch: string): (folder: string) => string[] {
  const expand = (text: string) => text.replaceAll("${platform}", platform).replaceAll("${arch}", arch);
  const excluded = files.filter((pattern) => pattern.startsWith("!"));
  const matcher = new Matcher(root, root, expand, excluded);
  matcher.prependPattern("**/*");
  const filter = matcher.createFilter();
  /** Like its own walk, this does not enter folders that are left out. */
  function below(path: string): string[] {
    const stat = statSync(join(root, path));
    if (!filter(join(root, path), stat)) return [];
    return stat.isFile() ? [path] : readdirSync(join(root, path)).flatMap((name) => below(`${path}/${name}`));
  }
  return below;
}

const targets = [
  ["linux", "x64", ["linux-x64"]],
  ["linux", "arm64", ["linux-arm64"]],
  ["win32", "x64", ["win32-x64"]],
  ["win32", "arm64", ["win32-arm64"]],
  // Both architectures of the universal app have the same files.
  ["darwin", "x64", ["darwin-arm64", "darwin-x64"]],
  ["darwin", "arm64", ["darwin-arm64", "darwin-x64"]],
] as const;

describe.each(targets)("a package for %s %s", (platform, arch, known) => {
  it("has the database's native file and no other", () => {
    const natives = packed(
      platform,
      arch,
    )("node_modules/better-sqlite3").filter((path) => path.endsWith(".node"));
    const folder = "node_modules/better-sqlite3/prebuilds";

    expect(natives.toSorted()).toEqual(known.map((name) => `${folder}/${name}.node`));
  });

  it("has no other system's native file of pi", () => {
    const natives = packed(platform, arch)("node_modules/@earendil-works/pi-tui/native");

    expect(natives.filter((path) => !known.some((name) => path.includes(`/${name}/`)))).toEqual([]);
    expect(natives.every((path) => path.endsWith(".node"))).toBe(true);
  });

  it("finds the keychain's native file in the lock", () => {
    const packages = prebuilds({ platform, architectures: [arch] })
      .filter((path) => path.includes("keyring"))
      .map((path) => path.split("/").slice(0, 3).join("/"));

    expect(packages.filter((name) => !lock.includes(`"${name}"`))).toEqual([]);
  });
});

it("leaves out what is only needed to build, and keeps every license", () => {
  const below = packed("linux", "x64");
  const all = [...below("node_modules/better-sqlite3"), ...below("node_modules/drizzle-orm")];

  expect(all.filter((path) => /\.(?:c|h|gyp|map|cts|mts)$|\.d\.ts$/.test(path))).toEqual([]);
  expect(all).toContain("node_modules/better-sqlite3/LICENSE");
});
