import { expect, it } from "vitest";
import { z } from "zod";
import { textOf } from "./tree.ts";

const packages = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: packages,
  devDependencies: packages,
  optionalDependencies: packages,
});
const lockEntry = z.looseObject({ version: z.string().optional(), optionalDependencies: packages });

it("gives a reason for exactly the packages in use", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest.parse(
    JSON.parse(textOf("package.json")),
  );
  const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const rows = [...textOf("build/dependencies.md").matchAll(/^\|\s*(\S+)\s*\|([^|]+)\|([^|]+)\|/gm)]
    .map(([, name = "", reason = "", licence = ""]) => ({ name, reason, licence }))
    .filter(({ name }) => name !== "package" && !/^-+$/.test(name));

  expect(rows.map(({ name }) => name).sort()).toEqual(used.sort());
  expect(rows.filter(({ reason, licence }) => reason.trim() === "" || licence.trim() === "")).toEqual([]);
});

it("locks the packages of every platform, because npm ci requires them", () => {
  const lock = z
    .object({ packages: z.record(z.string(), lockEntry) })
    .parse(JSON.parse(textOf("package-lock.json")));
  const missing = Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.keys(entry.optionalDependencies)
      .filter(
        (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${parent}/node_modules/${name}`],
      )
      .map((name) => `${parent} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
