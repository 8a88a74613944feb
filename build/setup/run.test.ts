import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TASKS } from "./tasks.mjs";

const build = fileURLToPath(new URL("..", import.meta.url));
const stamp = "node_modules/.signalbox-app-setup.json";
let house = "";

/** A project without packages in a path with a space; its service prints its arguments. */
beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), "signal box-"));
  cpSync(build, join(house, "build"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  const manifest = { name: "house", version: "1.0.0", type: "module" };
  const lock = {
    ...manifest,
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name: "house", version: "1.0.0" } },
  };
  write("package.json", JSON.stringify(manifest));
  write("package-lock.json", JSON.stringify(lock));
  write(
    "server/cli.ts",
    "const say: string = process.argv.slice(2).join(' ');\nprocess.stdout.write(`said ${say}\\n`);\n",
  );
});

afterEach(() => rmSync(house, { recursive: true, force: true }));

it("sets up once, keeps that off the task's output, and is silent the second time", async () => {
  const first = await start("hello").ended;
  expect(first).toMatchObject({ code: 0, stdout: "said hello\n" });
  expect(first.stderr).toContain("npm ci");
  expect(existsSync(join(house, stamp))).toBe(true);

  expect(await start("again").ended).toEqual({ code: 0, signal: null, stdout: "said again\n", stderr: "" });
});

it("installs what tests and checks need beside it when they run, and not again for the service", async () => {
  await start("x").ended;
  expect((await start("x", "strings").ended).stderr).toContain("npm ci");
  expect(existsSync(join(house, "node_modules/.signalbox-setup.json"))).toBe(true);
  expect(await start("y").ended).toMatchObject({ stdout: "said y\n", stderr: "" });
});

it("leaves out the packages of tests and checks, and keeps those that build the board", async () => {
  const manifest = { name: "house", version: "1.0.0", type: "module" };
  const devDependencies = { vite: "8.0.0", vitest: "5.0.0" };
  const missing = (name: string) => ({
    [`node_modules/${name}`]: { version: "1.0.0", dev: true, resolved: `http://127.0.0.1:9/${name}.tgz` },
  });
  const packages = { "": { ...manifest, devDependencies }, ...missing("vite"), ...missing("vitest") };
  write("package.json", JSON.stringify({ ...manifest, devDependencies }));
  write("package-lock.json", JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }));
  const { stderr } = await start("x").ended;
  expect(stderr).toContain("127.0.0.1:9/vite ");
  expect(stderr).not.toContain("vitest");
});

it.each(Object.keys(TASKS).filter((task) => !["demo", "cli"].includes(task)))(
  "says what %s takes, without setting up",
  async (task) => {
    const ended = await start("--help", task).ended;
    expect(ended).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^Usage: npm (?:run )?\w+/),
    });
    expect(existsSync(join(house, stamp))).toBe(false);
  },
);

it("sets up again when the lock has changed", async () => {
  await start("x").ended;
  write(
    "package-lock.json",
    `${JSON.stringify({ name: "house", version: "1.0.0", lockfileVersion: 3, packages: { "": {} } })}\n`,
  );
  rmSync(join(house, "node_modules/.package-lock.json"), { force: true });
  expect((await start("x").ended).stderr).toContain("npm ci");
});

it("makes one of two setups wait for the other", async () => {
  const both = await Promise.all([start("a").ended, start("b").ended]);
  expect(both.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, "said a\n"],
    [0, "said b\n"],
  ]);
  expect(both.filter(({ stderr }) => stderr.includes("npm ci"))).toHaveLength(1);
  expect(existsSync(join(house, "dist/.setup.lock"))).toBe(false);
});

it("takes over the lock of a setup that died", async () => {
  write("dist/.setup.lock", JSON.stringify({ pid: process.pid, born: "never" }));
  expect(await start("x").ended).toMatchObject({ code: 0, stdout: "said x\n" });
});

it("reports a missing network, and does not treat a failed setup as done", async () => {
  write(
    "package.json",
    JSON.stringify({ name: "house", version: "1.0.0", dependencies: { missing: "1.0.0" } }),
  );
  const { code, stdout, stderr } = await start("x").ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("Could not reach the package registry");
  expect(existsSync(join(house, stamp))).toBe(false);
});

const offline = "Electron could not be downloaded. Check the network, or set HTTPS_PROXY or ELECTRON_MIRROR";

it.each([
  ["package", "electron-builder", "electron-builder", "dial tcp: lookup github.com: no such host", offline],
  ["package", "electron-builder", "electron-builder", "getaddrinfo ENOTFOUND github.com", offline],
  ["package", "electron-builder", "electron-builder", "icon.png is too small", "No package was made."],
  ["install-electron", "electron", "install-electron", "RequestError: connect ECONNREFUSED", offline],
  ["install-electron", "electron", "install-electron", "EACCES", "Electron was not installed."],
])(
  "says in a sentence why %s failed, with its exit code: %s: %s: %s",
  async (task, owner, command, said, sentence) => {
    await start("x", "strings").ended; // What the task does fails here, after it has set up every package.
    rmSync(join(house, "build/bundle-main.mjs"));
    write(`node_modules/${owner}/package.json`, JSON.stringify({ bin: { [command]: "fail.js" } }));
    write(
      `node_modules/${owner}/fail.js`,
      `process.stderr.write(${JSON.stringify(`${said}\n`)}); process.exit(3);\n`,
    );
    const { code, stderr } = await start("--dir", task).ended;
    expect(code).toBe(3);
    expect(stderr.trimEnd().split("\n").at(-1)).toContain(sentence);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

it("passes on the exit code", async () => {
  write("server/cli.ts", "process.exit(42);\n");
  expect(await start("x").ended).toMatchObject({ code: 42, signal: null });
});

it.each(["SIGTERM", "SIGINT"] as const)("passes %s on once, and ends as the child does", async (signal) => {
  write("server/cli.ts", stopper(signal));
  const run = start("x");
  await run.line;
  run.child.kill(signal);
  expect(await run.ended).toMatchObject({ code: 7, stdout: `up\n${signal} 1\n` });
});

it("leaves no child behind when it is killed outright", async () => {
  write("server/cli.ts", stopper("SIGTERM"));
  const run = start("x");
  await run.line;
  run.child.kill("SIGKILL");
  // The child holds the other end of stdout: this ends only when it has. Where Node can replace itself, there is no child.
  const notified = "execve" in process ? "" : "SIGTERM 1\n";
  expect(await run.ended).toMatchObject({ signal: "SIGKILL", stdout: `up\n${notified}` });
});

it("lists the tasks for an unknown task", async () => {
  const { code, stderr } = await start("x", "dance").ended;
  expect(code).toBe(1);
  expect(stderr).toContain("Unknown task dance. Tasks: demo, cli");
});

/** Keeps npm off the network: the test project needs no package, and nothing listens on the discard port. */
const env = { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };

/** A service that counts one signal and ends a moment after the first, so that a second would be seen. */
function stopper(signal: string): string {
  return `let seen = 0;
process.on("${signal}", () => {
  seen += 1;
  if (seen === 1) setTimeout(() => {
    process.stdout.write(\`${signal} \${seen}\\n\`, () => process.exit(7));
  }, 100);
});
setInterval(() => {}, 1_000);
process.stdout.write("up\\n");
`;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

function start(word: string, task = "cli") {
  const child = spawn(process.execPath, [join(house, "build/run.mjs"), task, word], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  return { child, line: once(child.stdout, "data"), ended: ending(child) };
}

async function ending(child: ChildProcessByStdio<null, Readable, Readable>) {
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, signal, ...said };
}
