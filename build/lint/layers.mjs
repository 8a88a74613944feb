/**
 * Runs the layer rules and fails if a source file was not read: without a TypeScript compiler,
 * dependency-cruiser finds no modules, reports no violations and succeeds. `--graph=FILE` also writes which file imports
 * which.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import { fileCycles } from "./file-cycles.mjs";
import { floorFindings, readFloors } from "./floors.mjs";
import { domainCycles, featureCycles } from "./folder-cycles.mjs";

const ROOTS = ["server", "main", "renderer", "test"].filter((folder) => existsSync(folder));
const FLOORS = "docs/architecture.md";
const { forbidden, options } = createRequire(import.meta.url)("./layers.cjs");

const { output } = await cruise(ROOTS, { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === "string") throw new Error("dependency-cruiser returned text, not a result");

const seen = new Set(output.modules.map((module) => module.source));
const unseen = sources().filter((file) => !seen.has(file));
const findings = [
  ...output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map((step) => step.name).join(" -> ") : to;
    return `${rule.name}: ${from} -> ${path}`;
  }),
  ...domainCycles(output.modules).map((cycle) => `no-domain-cycles: ${cycle.join(" -> ")}`),
  ...featureCycles(output.modules).map((cycle) => `no-feature-cycles: ${cycle.join(" -> ")}`),
  ...floorFindings(output.modules, readFloors(existsSync(FLOORS) ? readFileSync(FLOORS, "utf8") : "")),
  ...fileCycles(output.modules).map((files) => `no-type-cycles: ${files.join(", ")}`),
  ...unseen.map((file) => `not-cruised: ${file}`),
  ...(seen.size === 0 ? ["not-cruised: nothing at all"] : []),
];

const graphFile = process.argv.find((arg) => arg.startsWith("--graph="))?.slice("--graph=".length);
if (graphFile) {
  const imports = output.modules.map(({ source, dependencies }) => [
    source,
    dependencies.map(({ resolved }) => resolved),
  ]);
  mkdirSync(dirname(graphFile), { recursive: true });
  writeFileSync(graphFile, JSON.stringify(Object.fromEntries(imports)));
}

for (const finding of findings) process.stdout.write(`${finding}\n`);
process.stdout.write(`${findings.length} violations, ${seen.size} modules\n`);
process.exitCode = findings.length > 0 ? 1 : 0;

/** TypeScript files below the roots, as dependency-cruiser names them. */
function sources() {
  return ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => join(root, name).replaceAll("\\", "/"))
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !file.includes("node_modules/") && !file.startsWith("test/artifacts/"),
      ),
  );
}
