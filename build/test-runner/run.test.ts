import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const repository = join(import.meta.dirname, "../..");
let root = "";

vi.setConfig({ testTimeout: 120_000 });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "signalbox-planted-"));
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"), "junction");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Counts its runs in a file next to it, because each run may be a separate process. */
const counter = `import { appendFileSync, readFileSync } from "node:fs";
import { it, expect, beforeAll } from "vitest";
appendFileSync(import.meta.filename + ".runs", "x");
const run = readFileSync(import.meta.filename + ".runs", "utf8").length;
`;
const passing = `it("passes", () => {});\n`;
const failing = `it("always fails", () => expect(1).toBe(2));\n`;
const flaky = `it("fails the first time", () => expect(run).toBe(2));\n`;

function plant(files: Record<string, string>): void {
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `${counter}${body}`);
  }
}

const runsOf = (file: string): number =>
  existsSync(join(root, `${file}.runs`)) ? readFileSync(join(root, `${file}.runs`), "utf8").length : 0;

const flakyLog = () => join(root, "test/artifacts/flaky.log");

async function run(...args: string[]) {
  // A nested vitest must not take itself for a worker of this one.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TINYPOOL|NODE_ENV$)/.test(name),
  );
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "index.ts"), "--root", root, "--no-color", ...args],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...Object.fromEntries(inherited), NO_COLOR: "1" },
    },
  );
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, lines: stdout.trimEnd().split("\n"), stdout, stderr };
}

it("runs a failing browser or real-CLI file once more, and passes with the flaky tests listed", async () => {
  plant({
    "server/rules.test.ts": passing,
    "server/agent.cli.test.ts": flaky,
    "test/contract/forks.test.ts": `/** @module-tag real-cli */\n${flaky}`,
    "test/e2e/board.test.ts": `${passing}${flaky}it("has no display", ({ skip }) => skip("no display"));\n`,
    "test/e2e/inbox.test.ts": `beforeAll(() => expect(run).toBe(2));\nit("needs the hook", () => {});\n`,
    "test/e2e/settings.test.ts": passing,
  });
  mkdirSync(dirname(flakyLog()), { recursive: true });
  writeFileSync(flakyLog(), "flaky: from an earlier run\n");

  const { code, lines, stdout } = await run();

  const flakyLines = [
    "flaky: test/contract/forks.test.ts > fails the first time",
    "flaky: server/agent.cli.test.ts > fails the first time",
    "flaky: test/e2e/board.test.ts > fails the first time",
    "flaky: test/e2e/inbox.test.ts > (outside the tests)",
  ];
  expect(lines.slice(-6)).toEqual([
    "skipped: test/e2e/board.test.ts > has no display: no display",
    ...flakyLines,
    "7 passed, 0 failed, 1 skipped",
  ]);
  expect(code).toBe(0);
  expect(readFileSync(flakyLog(), "utf8")).toBe(flakyLines.map((line) => `${line}\n`).join(""));
  expect(stdout).toContain("test/e2e/board.test.ts: first run: failed, second run: passed");
  expect(
    lines.filter((line) => /^\w+: \d+ passed/.test(line)).map((line) => line.replace(/ \(.*/, "")),
  ).toEqual([
    "unit: 1 passed, 0 failed, 0 skipped",
    "contract: 1 passed, 0 failed, 0 skipped",
    "cli: 1 passed, 0 failed, 0 skipped",
    "e2e: 4 passed, 0 failed, 1 skipped",
  ]);
  expect(runsOf("test/e2e/settings.test.ts")).toBe(1);
});

describe("a run with a test that keeps failing", () => {
  beforeEach(() =>
    plant({
      "server/rules.test.ts": `${passing}${flaky}`,
      "server/store.db.test.ts": passing,
      "test/e2e/board.test.ts": `${passing}${failing}`,
    }),
  );

  it("fails, and never reruns a file of the fast projects", async () => {
    const { code, lines, stdout } = await run("--keep-going");

    expect(code).toBe(1);
    expect(lines.slice(-3)).toEqual([
      "failed: server/rules.test.ts > fails the first time",
      "failed: test/e2e/board.test.ts > always fails",
      "3 passed, 2 failed, 0 skipped",
    ]);
    expect(stdout).toContain("test/e2e/board.test.ts: first run: failed, second run: failed");
    expect(["server/rules.test.ts", "test/e2e/board.test.ts"].map(runsOf)).toEqual([1, 2]);
    expect(existsSync(flakyLog())).toBe(false);
  });

  it("stops after the stage that failed", async () => {
    const { code, lines } = await run();

    expect(code).toBe(1);
    expect(lines).toContain("Stopped after unit. Not run: db, e2e. Use --keep-going to run all stages.");
    expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
    expect(["server/store.db.test.ts", "test/e2e/board.test.ts"].map(runsOf)).toEqual([0, 0]);
  });
});

it("says what matches nothing, and runs nothing", async () => {
  plant({ "server/rules.test.ts": passing });

  expect(await run("server/rules.test.ts", "server/missing.test.ts")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: 'No test file has "server/missing.test.ts" in its path. Nothing was run.\n',
  });
  expect(await run("--shard=3/2")).toMatchObject({
    code: 1,
    stderr: "--shard=3/2 is not a shard. Example: --shard=1/3\n",
  });
  const { code, lines } = await run("-t", "no such name");
  expect(code).toBe(1);
  expect(lines.at(-2)).toBe("No test of these files has a name that matches /no such name/.");
});
