/** `npm run check -- --changed[=REVISION]`: checks what a change touches. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { format, glossary, layers, lint, PROGRAMS, types } from "../setup/check-steps.mjs";
import { endAs } from "../setup/child.mjs";
import { Interrupted, SetupError } from "../setup/report.mjs";
import type { Step } from "../setup/tasks.mjs";
import { runTests } from "../test-runner/run.ts";
import { affectedPrograms, affectedTests, type ImportGraph } from "./affected.ts";
import { type ChangedFiles, changedFiles } from "./changed-files.ts";
import { stepRunner } from "./step-runner.ts";

const root = join(import.meta.dirname, "../..");
/** Kept between checks: what tsc knows of unchanged files, and the import graph. */
const cache = join(root, "node_modules/.cache/signalbox-check");
const graphFile = join(cache, "imports.json");
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs every step, so that one run shows all there is to correct, and returns the exit code. */
async function check(args: readonly string[]): Promise<number> {
  const startedAt = Date.now();
  const revision = args.find((arg) => arg.startsWith("--changed="))?.slice("--changed=".length) ?? null;
  const changed = await changedFiles(root, revision);
  const { base, files, deleted } = changed;
  say(`${files.length} changed and ${deleted.length} deleted files since ${base}`);
  if (files.length + deleted.length === 0) return 0;
  const failed: string[] = [];
  const graph = await checkFiles(changed, failed);
  const { run, left } = affectedTests(graph, files, testFiles());
  if ((await runTests(["--keep-going", ...run])) !== 0) failed.push("tests");
  if (left.length > 0) say(`May be affected and was not run: ${left.join(", ")}`);
  say(`Not checked: dead code, and the tests that only start the whole service.`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(failed.length > 0 ? `Failed in ${seconds} s: ${failed.join(", ")}` : `Passed in ${seconds} s`);
  return failed.length > 0 ? 1 : 0;
}

/** Everything but the tests, on two cores; adds what fails to `failed` and returns the import graph. */
async function checkFiles(changed: ChangedFiles, failed: string[]): Promise<ImportGraph> {
  using steps = stepRunner({ root, say });
  const inTurn = async (list: readonly Step[]) => {
    for (const step of list) if (!(await steps.passes(step))) failed.push(step.name);
  };
  const layersAndTypes = async (): Promise<ImportGraph> => {
    await inTurn([layers([`--graph=${graphFile}`])]);
    const graph = JSON.parse(readFileSync(graphFile, "utf8")) as ImportGraph;
    await inTurn(typeSteps(graph, changed));
    return graph;
  };
  const [graph] = await Promise.all([layersAndTypes(), inTurn(textSteps(changed.files))]);
  return graph;
}

function textSteps(files: readonly string[]): Step[] {
  const sources = files.filter((file) => /\.(?:tsx?|[cm]?js)$/.test(file));
  return [
    ...(files.length > 0 ? [format(root, [...files])] : []),
    ...(sources.length > 0 ? [lint(root, sources)] : []),
    glossary(),
  ];
}

function typeSteps(graph: ImportGraph, { files, deleted }: ChangedFiles): Step[] {
  const programs = deleted.length > 0 ? PROGRAMS : affectedPrograms(graph, files, buildImports());
  return programs.map((program) =>
    types(root, program, ["--incremental", "--tsBuildInfoFile", join(cache, `${program}.tsbuildinfo`)]),
  );
}

/** What the build program takes from the other folders; the import graph does not have it. */
function buildImports(): string[] {
  return filesIn("build")
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/from "(\.\.?\/[^"]+)"/g)].map(([, path = ""]) =>
        posix.join(posix.dirname(file), path),
      ),
    )
    .filter((file) => !file.startsWith("build/"));
}

const testFiles = (): string[] =>
  [...PROGRAMS]
    .flatMap(filesIn)
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules/"));

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
    posix.join(folder, name.replaceAll("\\", "/")),
  );
}

try {
  process.exitCode = await check(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) endAs({ code: null, signal: error.signal });
  else if (error instanceof SetupError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
setTimeout(() => process.exit(), 10_000).unref();
