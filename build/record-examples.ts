/** `npm run examples`: runs the contract tests and keeps a request and an answer of each operation for the OpenAPI document. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Candidate, costOf, type Example } from "../test/support/example-values.ts";
import { SetupError } from "./setup/report.mjs";
import { runTests } from "./test-runner/run.ts";

const cache = join(import.meta.dirname, "../node_modules/.cache");
const file = join(import.meta.dirname, "../server/http/openapi-examples.json");

const kept = (): Record<string, Example> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Example>) : {};

/** Of each operation, the best; of several that are as good, the first. */
function best(candidates: readonly Candidate[]): Map<string, Example> {
  const found = new Map<string, Example>();
  for (const { id, ...example } of candidates) {
    const other = found.get(id);
    if (other === undefined || costOf(example) < costOf(other)) found.set(id, example);
  }
  return found;
}

const linesOf = (folder: string): Candidate[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Candidate),
  );

async function record(args: readonly string[]): Promise<number> {
  const all = args.includes("--all");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "examples-"));
  process.env["SIGNALBOX_EXAMPLES_FOLDER"] = folder;
  try {
    const code = await runTests(["--project", "contract", ...args.filter((arg) => arg !== "--all")]);
    const before = Object.entries(kept()).map(([id, example]) => ({ id, ...example }));
    const found = linesOf(folder);
    const replaced = new Set(all ? found.map(({ id }) => id) : []);
    const examples = best([...before.filter(({ id }) => !replaced.has(id)), ...found]);
    const sorted = [...examples].toSorted(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    process.stdout.write(`${examples.size} operations have an example, ${before.length} had one before\n`);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await record(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
setTimeout(() => process.exit(), 10_000).unref();
