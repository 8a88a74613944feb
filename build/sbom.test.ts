import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { productionFolders } from "./licenses.mjs";
import { billOfMaterials, billProblems } from "./sbom.mjs";

const root = join(import.meta.dirname, "..");
const bundled = ["react", "zod"].map((name) => join(root, "node_modules", name));
const bill = billOfMaterials(root, { shipped: productionFolders(root), bundled });
const named = (wanted: string) => bill.components.find(({ name }) => name === wanted);

describe("the bill of materials", () => {
  it("is of CycloneDX, about this app, and the same each time", () => {
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    expect(bill.metadata.component).toMatchObject({ type: "application", name: "signalbox" });
    expect(billOfMaterials(root, { shipped: productionFolders(root), bundled })).toEqual(bill);
  });

  it("has each package with what identifies it, its license and the hash of the lock", () => {
    expect(named("express")).toEqual({
      type: "library",
      "bom-ref": expect.stringMatching(/^pkg:npm\/express@\d/),
      name: "express",
      version: expect.any(String),
      purl: expect.stringMatching(/^pkg:npm\/express@\d/),
      licenses: [{ license: { id: "MIT" } }],
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(named("@octokit/core")?.purl).toMatch(/^pkg:npm\/%40octokit\/core@/);
    const refs = bill.components.map((one) => one["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
  });

  it("says what is in the board's bundles and what is a program, and leaves out what is only for development", () => {
    const placeOf = (name: string) => named(name)?.properties?.[0]?.value;
    expect(["react", "electron"].map(placeOf)).toEqual(["board", "program"]);
    // It is in node_modules as well.
    expect(named("zod")).not.toHaveProperty("properties");
    // What is for development and an optional peer of what is shipped is not packed either.
    expect(["vitest", "esbuild", "hono"].map(named)).toEqual([undefined, undefined, undefined]);
  });
});

it("a bill that is not what was packed is reported either way", () => {
  const packed = bill.components.filter(({ properties }) => properties === undefined);
  expect(billProblems(bill, packed)).toEqual([]);
  const planted = { name: "planted", version: "1.0.0" };
  expect(billProblems(bill, [...packed.filter(({ name }) => name !== "express"), planted])).toEqual([
    "planted@1.0.0 is packed, but not in the bill of materials.",
    expect.stringMatching(/^express@.* is in the bill of materials, but not packed\.$/),
  ]);
});
