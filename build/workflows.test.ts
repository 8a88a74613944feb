import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { TASKS } from "./setup/tasks.mjs";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".github/workflows");
const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));

const step = z
  .strictObject({
    if: z.string().optional(),
    uses: z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    run: z.string().optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), "Either uses or run");
const job = z.strictObject({
  strategy: z
    .strictObject({ "fail-fast": z.boolean(), matrix: z.record(z.string(), z.unknown()) })
    .optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.int().max(60),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }).optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});
/** Strict, so that a key that the hosted runner does not know fails here first. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: z.unknown().optional(),
    pull_request: z.unknown().optional(),
    workflow_dispatch: z.unknown().optional(),
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
  }),
  permissions: z.strictObject({ contents: z.literal("read") }),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }).optional(),
  jobs: z.record(z.string(), job),
});

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const stepsOf = (name: string) =>
  Object.values(workflow.parse(parse(read(name))).jobs).flatMap(({ steps }) => steps);
const commandsOf = (name: string) => stepsOf(name).flatMap(({ run = "" }) => run.split("\n"));

describe.each(names)("%s", (name) => {
  it("is a workflow that may only read the repository", () => {
    expect(workflow.safeParse(parse(read(name), { uniqueKeys: true })).error).toBeUndefined();
    expect(read(name)).not.toMatch(/secrets\.|pull_request_target|write-all/);
  });

  it("pins actions to a commit, with the release in a comment", () => {
    const used = [...read(name).matchAll(/uses: (.+)/g)].map(([, action = ""]) => action);

    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  });

  it("puts no text from others into a command", () => {
    const inserted = commandsOf(name).flatMap((line) => [...line.matchAll(/\$\{\{\s*([^}]+?)\s*\}\}/g)]);

    expect(inserted.filter(([, what = ""]) => !what.startsWith("matrix."))).toEqual([]);
  });

  it("runs only what exists", () => {
    const lines = commandsOf(name);
    const scripts = lines.flatMap((line) =>
      [...line.matchAll(/\bnpm run ([\w-]+)/g)].map(([, task = ""]) => task),
    );
    const files = lines.flatMap((line) => [
      ...line.matchAll(/(?:node|--config|e2e) ((?:build|test)\/[\w./-]+)/g),
    ]);

    expect(scripts.filter((task) => !(task in TASKS))).toEqual([]);
    expect(files.map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("has valid shell commands", async (context) => {
    if (process.platform === "win32") return context.skip("no bash");
    const commands = stepsOf(name).flatMap(({ run }) =>
      run === undefined ? [] : [run.replace(/\$\{\{[^}]*\}\}/g, "x")],
    );
    const bash = spawn("bash", ["-n"], { stdio: ["pipe", "ignore", "inherit"] });
    bash.stdin.end(commands.join("\n"));

    expect(await once(bash, "close")).toEqual([0, null]);
  });
});

it("packages around a stand-in for Electron on every change, on Linux", () => {
  const { jobs } = workflow.parse(parse(read("ci.yml")));

  expect(jobs["package"]).toMatchObject({
    "runs-on": "ubuntu-latest",
    steps: expect.arrayContaining([{ run: "node build/check-package.mjs --stand-in" }]),
  });
});

it("packages, checks and starts the app on the three platforms", () => {
  const packaging = workflow.parse(parse(read("package.yml"))).jobs["package"];
  const systems = z.array(z.object({ os: z.string() })).parse(packaging?.strategy?.matrix["include"]);

  expect(systems.map(({ os }) => os)).toEqual(["ubuntu-latest", "windows-latest", "macos-latest"]);
  expect(commandsOf("package.yml")).toEqual(
    expect.arrayContaining([
      "node build/check-package.mjs",
      "${{ matrix.launch }} node build/launch-package.mjs",
    ]),
  );
});

const updates = z.strictObject({
  version: z.literal(2),
  updates: z.array(
    z.strictObject({
      "package-ecosystem": z.enum(["npm", "github-actions"]),
      directory: z.string().optional(),
      directories: z.array(z.string()).optional(),
      schedule: z.strictObject({ interval: z.enum(["daily", "weekly"]) }),
      cooldown: z.strictObject({ "default-days": z.int().min(1) }),
      "open-pull-requests-limit": z.int().optional(),
      groups: z.record(z.string(), z.strictObject({ "update-types": z.array(z.string()) })).optional(),
    }),
  ),
});

describe("the locked packages", () => {
  /** Where packages are locked, as Dependabot names folders. */
  const locked = ["/", "/test/clis"];

  it("and the actions have updates proposed, wherever they are locked", () => {
    const text = readFileSync(join(root, ".github/dependabot.yml"), "utf8");
    const found = updates.parse(parse(text, { uniqueKeys: true })).updates;
    const folders = found.map((one) => [one["package-ecosystem"], ...(one.directories ?? [one.directory])]);
    expect(folders).toEqual([
      ["npm", ...locked],
      ["github-actions", "/"],
    ]);
    expect(locked.filter((name) => !existsSync(join(root, name, "package-lock.json")))).toEqual([]);
  });

  it("are audited once a week, and run none of their own programs for it", () => {
    const { on, jobs } = workflow.parse(parse(read("audit.yml")));
    const folders = z.array(z.string()).parse(jobs["audit"]?.strategy?.matrix["folder"]);
    expect(on.schedule).toHaveLength(1);
    expect(folders.map((name) => join("/", name))).toEqual(locked);
    const commands = commandsOf("audit.yml").filter((line) => line !== "");
    expect(commands.filter((line) => !/^npm (?:ci --ignore-scripts|audit) /.test(line))).toEqual([]);
  });
});
