import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productionFolders, shippedPackages } from "./licenses.mjs";

let folder = "";
const packageAt = async (name: string, manifest: object, license?: string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "package.json"), JSON.stringify({ name, version: "1.0.0", ...manifest }));
  if (license !== undefined) await writeFile(join(path, "LICENSE.md"), license);
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-licenses-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the list of licenses", () => {
  it("has every package with its text, and every text once", async () => {
    const folders = [
      await packageAt("b", { license: "MIT" }, "The text\n"),
      await packageAt("a", { licenses: [{ type: "MIT" }, { type: "ISC" }] }, "The text"),
      await packageAt("c", {}),
    ];
    expect(shippedPackages(folders)).toEqual({
      packages: [
        { name: "a", version: "1.0.0", licence: "MIT OR ISC", text: 0 },
        { name: "b", version: "1.0.0", licence: "MIT", text: 0 },
        { name: "c", version: "1.0.0", licence: "not named", text: null },
      ],
      texts: ["The text"],
    });
  });

  it("includes what the service needs and leaves out what only development needs", () => {
    const names = shippedPackages(productionFolders(join(import.meta.dirname, ".."))).packages.map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["express", "zod", "better-sqlite3"]));
    expect(names).not.toContain("vitest");
  });
});
