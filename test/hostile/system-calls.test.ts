/** @module-tag real-cli */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type SandboxRoom, spawnInside } from "../../server/lib/sandbox/index.ts";
import { findChromium } from "../support/chromium.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest, startTestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

/** For what a real CLI or a browser takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

const python = "/usr/bin/python3";
/** Each call with its number here; what it answers as the name of an error, or `ok`. */
const program = `
import ctypes, errno, fcntl, json, os, platform, pty, socket
column = {"x86_64": 0, "aarch64": 1}[platform.machine()]
libc = ctypes.CDLL(None, use_errno=True)
def call(numbers, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(numbers[column]), *[ctypes.c_long(one) for one in arguments])
    return "ok" if result >= 0 else errno.errorcode[ctypes.get_errno()]
def attempt(work):
    try:
        work()
        return "ok"
    except OSError as error:
        return errno.errorcode[error.errno]
def opened(family, kind, protocol=0):
    return attempt(lambda: socket.socket(family, kind, protocol).close())
terminal = pty.openpty()[1]
answers = {
    "add_key": call((248, 217), 0, 0, 0, 0, 0),
    "request_key": call((249, 218), 0, 0, 0, 0),
    "keyctl": call((250, 219), 0, 0, 0),
    "bpf": call((321, 280), 0, 0, 0),
    "perf_event_open": call((298, 241), 0, 0, -1, -1, 0),
    "userfaultfd": call((323, 282), 1),
    "kexec_file_load": call((320, 294), -1, -1, 0, 0, 0),
    "finit_module": call((313, 273), -1, 0, 0),
    "acct": call((163, 89), 0),
    "swapoff": call((168, 225), 0),
    "open_by_handle_at": call((304, 265), -1, 0, 0),
    "io_uring_setup": call((425, 425), 1, 0),
    "fsopen": call((430, 430), 0, 0),
    "open_tree": call((428, 428), -1, 0, 0),
    "personality, asked": call((135, 92), 0xffffffff),
    "personality, for a debugger": call((135, 92), 0x40000),
    "personality, odd": call((135, 92), 0x1000000),
    "TIOCSTI": attempt(lambda: fcntl.ioctl(terminal, 0x5412, b"x")),
    "TIOCLINUX": attempt(lambda: fcntl.ioctl(terminal, 0x541c, b"\\x06")),
    "AF_UNIX": opened(1, 1), "AF_INET": opened(2, 1), "AF_INET6": opened(10, 1), "AF_NETLINK": opened(16, 3),
    "NETLINK_NETFILTER": opened(16, 3, 12), "NETLINK_XFRM": opened(16, 3, 6),
    "AF_PACKET": opened(17, 3), "AF_ALG": opened(38, 5), "AF_VSOCK": opened(40, 1), "AF_TIPC": opened(30, 1),
}
if column == 0:
    answers["getpid of x32"] = call((0x40000000 + 39, 0))
print(json.dumps(answers))
`;

const refused = {
  ...Object.fromEntries(
    [
      ["add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "kexec_file_load"],
      ["finit_module", "acct", "swapoff", "open_by_handle_at", "personality, odd", "TIOCSTI", "TIOCLINUX"],
    ]
      .flat()
      .map((name) => [name, "EPERM"]),
  ),
  io_uring_setup: "ENOSYS",
  fsopen: "ENOSYS",
  open_tree: "ENOSYS",
  ...(process.arch === "x64" && { "getpid of x32": "ENOSYS" }),
  NETLINK_NETFILTER: "EPROTONOSUPPORT",
  NETLINK_XFRM: "EPROTONOSUPPORT",
  AF_PACKET: "EAFNOSUPPORT",
  AF_ALG: "EAFNOSUPPORT",
  AF_VSOCK: "EAFNOSUPPORT",
  AF_TIPC: "EAFNOSUPPORT",
};
const allowed = {
  "personality, asked": "ok",
  "personality, for a debugger": "ok",
  AF_UNIX: "ok",
  AF_INET: "ok",
  AF_INET6: "ok",
  AF_NETLINK: "ok",
};

/** Each installs or builds a package without asking anybody, and starts what it then has. */
const packageManagers = Object.entries({
  npm: {
    program: () => "/usr/bin/npm",
    command: [
      "mkdir -p npm/local npm/app && cd npm/local",
      `echo '{"name":"local","version":"1.0.0","bin":"start.js"}' > package.json`,
      `printf '#!/usr/bin/env node\\nconsole.log("installed", 42)\\n' > start.js && chmod +x start.js`,
      "cd ../app && echo '{}' > package.json",
      "npm install --offline --no-audit --no-fund --install-links ../local > log 2>&1 || { cat log; exit 1; }",
      "node_modules/.bin/local",
    ].join("; "),
  },
  pip: {
    program: () => "/usr/bin/pip",
    command: [
      "mkdir -p pip/local && cd pip",
      `printf 'from setuptools import setup\\nsetup(name="local", version="1.0", py_modules=["local"])\\n' > local/setup.py`,
      "echo 'print(\"installed\", 42)' > local/local.py",
      `${python} -m pip install --no-index --no-build-isolation --disable-pip-version-check --target out ./local > log 2>&1 || { cat log; exit 1; }`,
      `PYTHONPATH=out ${python} -m local`,
    ].join("; "),
  },
  cargo: {
    program: toolchain,
    command: [
      "mkdir -p cargo/src && cd cargo",
      `printf '[package]\\nname = "local"\\nversion = "1.0.0"\\nedition = "2021"\\n' > Cargo.toml`,
      "echo 'fn main() { println!(\"installed {}\", 42); }' > src/main.rs",
      "cargo run --offline --quiet 2>&1",
    ].join("; "),
  },
});

/** The real cargo: on PATH it may be a program that looks for it in the home. */
function toolchain(): string | null {
  try {
    const root = execFileSync("rustc", ["--print", "sysroot"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return join(root.trim(), "bin/cargo");
  } catch {
    return null;
  }
}

let folder: TestFolder;
let room: SandboxRoom | null = null;

beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(folder.at("clone"));
  room = await sandboxIn(folder.path, [folder.at("clone")]);
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach((context) => {
  if (room === null) context.skip("No sandbox starts on this machine");
  if (!existsSync(python)) context.skip(`There is no ${python} on this machine`);
});

/** What a shell command in a sandbox prints, and its exit code. */
async function inside(
  command: string,
  { args = [], programs = [] }: { args?: readonly string[]; programs?: readonly string[] } = {},
): Promise<{ said: string; code: number | null }> {
  if (room === null) throw new Error("There is no sandbox");
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder.at("home") };
  const launch = { command: "/bin/sh", args: ["-c", command, "sh", ...args], cwd: folder.at("clone"), env };
  const { child, closed } = await spawnInside(room, { ...launch, programs });
  child.stdin.end();
  const [said, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr), closed]);
  return { said: said + errors, code: child.exitCode };
}

it("refuses the calls that agents do not need, and lets those through that look alike", async () => {
  const { said } = await inside('/usr/bin/python3 -c "$1"', { args: [program] });
  expect(JSON.parse(said)).toEqual({ ...refused, ...allowed });
});

describe("what a developer does goes on", () => {
  const node = process.execPath;
  it.each([
    ["git", "git init -q a && cd a && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a"],
    [
      "a compiler and a debugger's call",
      'echo "#include <sys/ptrace.h>\nint main(){return ptrace(PTRACE_TRACEME,0,0,0)!=0;}" | cc -x c - -o traced && ./traced',
    ],
    ["another user namespace", "unshare -Urn true"],
    ["a sandbox in the sandbox", "bwrap --unshare-user --ro-bind / / --tmpfs /tmp --dev /dev true"],
    [
      "worker threads and many files at once",
      `${node} -e 'new (require("worker_threads").Worker)("for (let at = 0; at < 50; at++) require(\\"fs\\").promises.readFile(\\"/etc/hosts\\")", { eval: true }).on("exit", (code) => process.exit(code))'`,
    ],
    [
      "processes of Python",
      `${python} -c 'import multiprocessing as m; exit(0 if m.Pool(2).map(abs, [-1, 2]) == [1, 2] else 1)'`,
    ],
    [
      "addresses of the machine",
      `${node} -e 'process.exit(Object.keys(require("os").networkInterfaces()).length > 0 ? 0 : 1)'`,
    ],
  ])("%s", async (_title, command) => {
    const found = await inside(command, { programs: [node] });
    expect(found).toMatchObject({ code: 0 });
  });

  it.for(packageManagers)("%s, with a package on this disk", async ([, { program, command }], { skip }) => {
    const found = program();
    if (found === null || !existsSync(found)) return skip("It is not installed on this machine");
    const path = `PATH=${dirname(found)}:$PATH`;
    expect(await inside(`${path}; ${command}`, { programs: [dirname(dirname(found))] })).toMatchObject({
      code: 0,
      said: expect.stringContaining("installed 42"),
    });
  });

  it("a browser, with its own sandbox", async ({ skip }) => {
    const found = await findChromium();
    if ("missing" in found) return skip(found.missing);
    if (room === null) return;
    const args = ["--headless", "--disable-gpu", "--remote-debugging-port=0"];
    const { child, closed } = await spawnInside(
      { ...room, readable: [dirname(found.path)] },
      {
        command: found.path,
        args: [...args, `--user-data-dir=${folder.at("clone", "profile")}`, "about:blank"],
        cwd: folder.at("clone"),
        env: { PATH: "/usr/bin:/bin", HOME: folder.at("home") },
        programs: [found.path],
      },
    );
    const listens = Promise.withResolvers<string>();
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const address = /listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) listens.resolve(address);
    });
    child.once("exit", () => listens.reject(new Error(said)));
    const browser = await chromium.connectOverCDP(await listens.promise);
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    await page.goto("data:text/html,<p>Shown</p>");
    expect(await page.locator("p").textContent()).toBe("Shown");
    await browser.close();
    child.kill("SIGKILL");
    await closed;
  });
});

it.each(["pi", "claude_code", "codex"])("holds the shell of the real %s", async (agent_runtime) => {
  await using service = await startTestService();
  const git_root = await service.repository({ "calls.py": program });
  const prompt = `#script bash cmd=${python} calls.py > "$SIGNALBOX_SCRATCH/calls.json"\n#script say Done.`;
  const { id } = await createSession(service, { git_root, agent_runtime, prompt });
  const { status } = await service.waitFor(id, atRest, longMs);
  const answers = await readFile(join(service.folder, "data/scratch", String(id), "calls.json"), "utf8");
  expect([status, JSON.parse(answers)]).toEqual(["needs_input", { ...refused, ...allowed }]);
});
