import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { boardPackages } from "./board-packages.mjs";
import { filesBelow } from "./stamp.mjs";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const { devDependencies } = JSON.parse(textOf("package.json")) as {
  devDependencies: Record<string, string>;
};

const isTest = /\.test\.tsx?$|[.-]test-(data|bed)\.tsx?$/;
const builders = [
  ...["vite.config.ts", "bundle-service.mjs", "worker-files.mjs", "api-docs.mjs", "docs-site.mjs"],
  ...["licenses.mjs", "page-operations.mjs", "page-preloads.mjs"],
].map((name) => `build/${name}`);

/** The packages that a source gets something from, as far as it needs more than their types, or reads by their folder. */
function packagesIn(text: string): string[] {
  const imported = text.matchAll(
    /(?:^import (?!type )(?:[^;"]* from )?|^export [^;"]* from |\bimport\(|@import )"(?![./])([^"]+)"/gm,
  );
  const read = text.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g);
  return [...imported, ...read].map(([, name = ""]) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
}

it("are those that the sources of the board and its build use, and no others", () => {
  const sources = filesBelow(root, "renderer").filter(
    (file) => /\.(?:tsx?|css|html)$/.test(file) && !isTest.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  const used = new Set([...sources, ...builders].flatMap((file) => packagesIn(textOf(file))));
  expect(boardPackages).toEqual(
    Object.keys(devDependencies)
      .filter((name) => used.has(name))
      .sort(),
  );
});
