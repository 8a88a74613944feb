import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binary } from "./binary.mjs";
import { board } from "./board.mjs";
import { deadCode, format, glossary, layers, lint, PROGRAMS, types } from "./check-steps.mjs";
import { serviceProgram } from "./service.mjs";

/**
 * One program to run. With `node: false`, argv starts with the program itself. One that `stays` is the last, and takes
 * the place of this process where Node can do that. `explain` says in a sentence why it failed, by the end of its stderr.
 * @typedef {{ name: string, argv: string[], node?: boolean, stays?: boolean, explain?(stderr: string): string }} Step
 * @typedef {{ root: string, args: string[], say(line: string): void, node: string, env: NodeJS.ProcessEnv }} Context
 * `isService` says that the service itself runs. `help` is shown for `--help`, before anything is set up; a task without one answers it itself.
 * @typedef {{ needs: import("./ensure.mjs").Need[], help?: string, quietStdout?: boolean, isService?: boolean, steps(context: Context): Step[] | Promise<Step[]> }} Task
 */

/**
 * The service has some 45 MB of live objects. On a machine with much memory V8 would let garbage grow to several times that
 * before it looks for it, and keep up to 48 MB for new objects.
 */
const HEAP = ["--max-old-space-size=1024", "--max-semi-space-size=8"];

/** What each script takes. */
const HELP = {
  start: `Usage: npm start

Starts the desktop app where Electron can run, otherwise the service, and opens the board in the browser.`,
  test: `Usage: npm test -- [PATH ...] [--project NAME ...] [-t TITLE] [--shard=N/M] [--keep-going]

Runs all tests, or those whose file path contains a PATH, stage by stage.

  --project NAME  Only this project: unit, arch, db, contract, real-world, hostile, faults, cli or e2e
  -t TITLE        Only tests whose title contains this
  --shard=N/M     The Nth of M parts
  --keep-going    Go on after a stage that fails
Other options are passed to Vitest.`,
  bench: `Usage: npm run bench -- [NAME ...]

Measures speed and memory as ratios against a reference in the same run. Without names it runs all benches but \`peers\` and
\`install\`, which install other programs. A name that does not exist lists those that do.`,
  soak: `Usage: npm run test:soak -- [MINUTES] [clones]

Runs sessions for that long, 30 minutes by default, and reports memory, open files and jobs. With \`clones\`, no turns.`,
  strings: `Usage: npm run strings -- [PATH ...] [--feature NAME] [--json] [--count]

Lists every text that people can see or hear, with its file and line, or those whose file path contains each PATH.`,
  examples: `Usage: npm run examples -- [PATH ...] [--all]

Runs the contract tests, or those whose file path contains a PATH, and keeps a request and an answer of each operation as its
example in the OpenAPI document (server/http/openapi-examples.json), if there is none yet or a worse one.

  --all  Keep the new ones even if those before were better`,
  film: `Usage: npm run film

Films the board on sample sessions for the README (docs/board.webp).`,
  check: `Usage: npm run check -- [--changed[=REVISION]]

Runs everything that has to pass before a commit.

  --changed  Only what changed since origin/main, or since REVISION`,
  build: `Usage: npm run build

Builds the board and the desktop app's code into dist.`,
  installElectron: `Usage: npm run install-electron

Downloads Electron, which the desktop app runs on. Everything else works without it.`,
  pack: `Usage: npm run pack

Makes the npm package in dist: \`npm install -g dist/signalbox-….tgz\` installs the service with its board and commands.`,
  package: `Usage: npm run package -- [electron-builder options]

Makes an installable package of the desktop app in dist.`,
};

/** @type {Record<string, Task>} */
export const TASKS = {
  demo: {
    needs: ["app packages", "board", "service"],
    isService: true,
    steps: ({ root, args }) => [service(root, "demo", args)],
  },

  cli: {
    needs: ["app packages", "board", "service"],
    quietStdout: true,
    isService: true,
    steps: ({ root, args }) => [
      { name: "signalbox", argv: [...HEAP, serviceProgram(root), ...args], stays: true },
    ],
  },

  start: {
    help: HELP.start,
    needs: ["packages", "board", "service"],
    isService: true,
    steps: ({ root, args, say }) => {
      const why = whyNoDesktop(root);
      if (why === null)
        return [
          ...bundleMain(root),
          { name: "app", argv: [electronBinary(root), ".", ...args], node: false },
        ];
      say(`Running without the desktop app: ${why}.`);
      return [service(root, "serve", ["--open", ...args])];
    },
  },

  // The runner sets up what the tests that it selects need.
  test: { help: HELP.test, needs: ["packages"], steps: ({ args }) => [tests(args)] },

  bench: {
    help: HELP.bench,
    needs: ["packages", "board", "service"],
    steps: ({ args }) => [{ name: "bench", argv: ["test/bench/index.ts", ...args] }],
  },

  soak: {
    help: HELP.soak,
    needs: ["packages"],
    steps: ({ args }) => [{ name: "soak", argv: ["test/faults/soak.ts", ...args] }],
  },

  strings: {
    help: HELP.strings,
    needs: ["packages"],
    quietStdout: true,
    steps: ({ args }) => [{ name: "strings", argv: ["build/strings.mjs", ...args] }],
  },

  examples: {
    help: HELP.examples,
    needs: ["packages"],
    steps: ({ args }) => [{ name: "examples", argv: ["build/record-examples.ts", ...args] }],
  },

  film: {
    help: HELP.film,
    needs: ["packages"],
    steps: () => [{ name: "film", argv: ["build/record-film.ts"] }],
  },

  check: { help: HELP.check, needs: ["packages"], steps: ({ root, args }) => checks(root, args) },

  build: {
    help: HELP.build,
    needs: ["packages"],
    async steps({ root, node, env }) {
      await board(root).build({ node, env });
      return bundleMain(root);
    },
  },

  "install-electron": {
    help: HELP.installElectron,
    needs: ["packages"],
    steps: ({ root, args }) => [
      {
        name: "electron",
        argv: [...binary(root, "electron", "install-electron"), ...args],
        explain: (stderr) =>
          whyNotDownloaded(stderr) ?? "Electron was not installed. The lines above say why.",
      },
    ],
  },

  pack: {
    help: HELP.pack,
    needs: ["packages", "board", "service"],
    steps: () => [
      {
        name: "pack",
        argv: ["build/npm-package/index.mjs"],
      },
    ],
  },

  package: {
    help: HELP.package,
    needs: ["packages", "board"],
    steps: ({ root, args }) => [
      ...bundleMain(root),
      {
        name: "package",
        argv: [...binary(root, "electron-builder"), ...args],
        explain: (stderr) => whyNotDownloaded(stderr) ?? "No package was made. The lines above say why.",
      },
    ],
  },
};

/** @param {string} stderr */
function whyNotDownloaded(stderr) {
  const isOffline =
    /fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|getaddrinfo|dial tcp|no such host|socket hang up/;
  return isOffline.test(stderr)
    ? "Electron could not be downloaded. Check the network, or set HTTPS_PROXY or ELECTRON_MIRROR, then try again."
    : null;
}

/**
 * @param {string} root
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
function service(root, command, args) {
  return { name: command, argv: [...HEAP, serviceProgram(root), command, ...args], stays: true };
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
function tests(args) {
  return { name: "tests", argv: ["build/test-runner/index.ts", ...args] };
}

/**
 * Cheapest first. The first that fails ends the run.
 * @param {string} root
 * @param {string[]} args
 * @returns {Step[]}
 */
function checks(root, args) {
  if (args.some((arg) => /^--changed(=|$)/.test(arg)))
    return [{ name: "changed", argv: ["build/check/index.ts", ...args] }];
  return [
    format(root),
    lint(root),
    layers(),
    glossary(),
    ...PROGRAMS.filter((folder) => existsSync(join(root, folder, "tsconfig.json"))).map((folder) =>
      types(root, folder),
    ),
    ...deadCode(root),
    tests(["--project", "unit", "--project", "arch"]),
  ];
}

/**
 * @param {string} root
 * @returns {Step[]}
 */
function bundleMain(root) {
  const script = "build/bundle-main.mjs";
  return existsSync(join(root, script)) ? [{ name: "bundle", argv: [script] }] : [];
}

/** @param {string} root */
function electronBinary(root) {
  const folder = join(root, "node_modules/electron");
  const named = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };
  const pathFile = join(folder, "path.txt");
  const fallback =
    process.platform === "darwin" || process.platform === "win32" ? named[process.platform] : "electron";
  return join(folder, "dist", existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : fallback);
}

/**
 * Why the desktop app cannot run here, or null if it can.
 * @param {string} root
 */
function whyNoDesktop(root) {
  const hasDisplay = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDisplay) return "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)";
  if (!existsSync(electronBinary(root))) {
    return `the Electron binary is not installed (run \`npm --prefix ${JSON.stringify(root)} run install-electron\`)`;
  }
  const hasMain =
    existsSync(join(root, "build/bundle-main.mjs")) || existsSync(join(root, "dist/main/index.js"));
  return hasMain ? null : "the desktop app has not been built";
}
