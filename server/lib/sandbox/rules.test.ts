import { describe, expect, it } from "vitest";
import { outermost, type SandboxView, sandboxArguments } from "./argv-rules.ts";
import { readExit } from "./exit-rules.ts";
import { folderProblem } from "./folder-rules.ts";
import { decideLevel, isSandboxLevel, strictest } from "./level-rules.ts";
import { notInstalled, problemSentence, unsupported, whyNoSandbox } from "./reasons.ts";
import {
  namedFiles,
  packagesAbove,
  packagesAround,
  pathFolders,
  sandboxEnvironment,
} from "./tool-folders.ts";

describe("levels", () => {
  it.each([
    ["off", null, null, "off"],
    ["off", null, "workspace", "workspace"],
    ["workspace", "off", "off", "workspace"],
    ["off", "workspace", "off", "workspace"],
    [null, null, null, null],
  ] as const)("the stricter of %s, %s and %s is %s", (service, root, session, level) => {
    expect(strictest(service, root, session)).toBe(level);
  });

  it.each([
    [
      { service: "workspace", isChosen: false },
      { level: "workspace", source: "default" },
    ],
    [
      { service: "off", isChosen: true },
      { level: "off", source: "service" },
    ],
    [
      { service: "off", isChosen: true, session: "workspace" },
      { level: "workspace", source: "session" },
    ],
    [
      { service: "off", isChosen: true, repository: "workspace", session: "workspace" },
      { level: "workspace", source: "repository" },
    ],
    [
      { service: "workspace", isChosen: true, repository: "workspace", session: "off" },
      { level: "workspace", source: "service" },
    ],
  ] as const)("of %o are in force as %o", (asked, decided) => {
    expect(decideLevel({ repository: null, session: null, ...asked })).toEqual(decided);
  });

  it("are known by their names alone", () => {
    expect(["off", "workspace", "Workspace", "none", ""].filter(isSandboxLevel)).toEqual([
      "off",
      "workspace",
    ]);
  });
});

it("shows folders in memory, and nothing of devices", () => {
  const places = { homes: ["/srv/u"], dataFolder: "/srv/u/data" };
  expect(folderProblem("/dev/shm/build", places)).toBeNull();
  expect(
    ["/dev", "/dev/dri", "/run", "/run/user/1000", "/sys"].map((path) => folderProblem(path, places)),
  ).not.toContain(null);
});

describe("the arguments of bubblewrap", () => {
  const view: SandboxView = {
    isRoot: false,
    hidden: ["/srv", "/run"],
    temporary: "/srv/u/data/sandboxes/1/tmp",
    home: { own: "/srv/u/data/sandboxes/1/home", at: "/srv/u" },
    dataFolder: "/srv/u/data",
    readable: ["/srv/u/.nvm", "/srv/u/data/attachments/1"],
    linked: [{ at: "/srv/u/.gitconfig", source: "/srv/u/dotfiles/gitconfig" }],
    covered: [
      { path: "/srv/u/.nvm/token", isFolder: false },
      { path: "/srv/u/.nvm/keys", isFolder: true },
    ],
    writable: ["/srv/u/data/clones/one"],
    cwd: "/srv/u/data/clones/one/api",
    expected: [],
  };
  const args = sandboxArguments(view).join(" ");

  it("mount a folder before what lies in it", () => {
    const order = ["/srv", "/srv/u", "/srv/u/data", "/srv/u/data/clones/one"];
    const at = order.map((path) =>
      args.search(new RegExp(`--(?:tmpfs|bind \\S+|ro-bind \\S+) ${path}(?: |$)`)),
    );
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    expect(at[0]).toBeGreaterThan(args.indexOf("--ro-bind / /"));
  });

  it("cover secrets inside what is shown, and close the data folder last", () => {
    expect(args).toContain("--ro-bind /dev/null /srv/u/.nvm/token");
    expect(args).toContain("--tmpfs /srv/u/.nvm/keys");
    expect(args).toMatch(/--remount-ro \/srv\/u\/data --chdir \/srv\/u\/data\/clones\/one\/api --$/);
  });

  it("show a link of the person's as what it leads to", () => {
    expect(args).toContain("--ro-bind /srv/u/dotfiles/gitconfig /srv/u/.gitconfig");
  });

  it("drop every capability, and make root an ordinary user", () => {
    expect(args).toContain("--unshare-user --cap-drop ALL");
    expect(args).not.toContain("--uid");
    expect(sandboxArguments({ ...view, isRoot: true }).join(" ")).toContain("--uid 1000 --gid 1000");
  });
});

describe("what a program needs", () => {
  it("is the whole node_modules it lies in", () => {
    expect(packagesAround("/a/node_modules/.bin/claude")).toBe("/a/node_modules");
    expect(packagesAround("/a/node_modules/x/node_modules/y/cli.js")).toBe("/a/node_modules");
    expect(packagesAround("/a/node_modules_old/cli.js")).toBeNull();
  });

  it("is what its imports resolve to", () => {
    expect(packagesAbove("/a/b")).toEqual([
      "/a/b/node_modules",
      "/a/b/package.json",
      "/a/node_modules",
      "/a/package.json",
    ]);
  });

  it("is what the environment names by absolute paths", () => {
    const env = {
      PATH: "/usr/bin:bin::/:/srv/u/bin",
      SSL_CERT_FILE: "/srv/u/ca.pem",
      REQUESTS_CA_BUNDLE: "/srv/u/bundle.pem",
      GIT_CONFIG_GLOBAL: "gitconfig",
      EDITOR: "/srv/u/vi",
    };
    expect(pathFolders(env)).toEqual(["/usr/bin", "/srv/u/bin"]);
    expect(namedFiles(env)).toEqual(["/srv/u/ca.pem", "/srv/u/bundle.pem"]);
  });

  it("is not the person's desktop, agent of keys or temporary folder", () => {
    const env = {
      SSH_AUTH_SOCK: "/run/a",
      DBUS_SESSION_BUS_ADDRESS: "b",
      TMPDIR: "/x",
      DISPLAY: ":0",
      LANG: "C",
    };
    expect(sandboxEnvironment(env)).toEqual({ LANG: "C" });
  });
});

it("drops what lies in another path", () => {
  expect(outermost(["/a/b", "/a", "/ab", "/a", "/c/d/e", "/c/d"])).toEqual(["/a", "/ab", "/c/d"]);
});

it.each([
  [
    { code: 0, signal: null },
    { code: 0, signal: null },
  ],
  [
    { code: 7, signal: null },
    { code: 7, signal: null },
  ],
  [
    { code: 137, signal: null },
    { code: null, signal: "SIGKILL" },
  ],
  [
    { code: 143, signal: null },
    { code: null, signal: "SIGTERM" },
  ],
  [
    { code: 255, signal: null },
    { code: 255, signal: null },
  ],
  [
    { code: null, signal: "SIGKILL" },
    { code: null, signal: "SIGKILL" },
  ],
])("reads the exit %o as %o", (exit, read) => {
  expect(readExit(exit)).toEqual(read);
});

describe("why there is no sandbox", () => {
  it.each([
    [
      "bwrap: setting up uid map: Permission denied\n",
      /AppArmor/,
      /bwrap-userns-restrict.*apparmor_parser -r/,
    ],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted\n", /AppArmor/, /apparmor_parser -r/],
    [
      "bwrap: No permissions to create new namespace, likely because ...\n",
      /no program make a namespace/,
      /container/,
    ],
    ["bwrap: Creating new namespace failed: Operation not permitted\n", /namespace/, /SERVICE_SANDBOX=off/],
    [
      "bwrap: Can't find source path /x: No such file or directory\n",
      /cannot start: Can't find source/,
      null,
    ],
  ])("is read from %j", (stderr, reason, cure) => {
    const problem = whyNoSandbox(stderr);
    expect(problem.reason).toMatch(reason);
    if (cure === null) expect(problem.cure).toBeNull();
    else expect(problem.cure).toMatch(cure);
  });

  it("comes with what mends it", () => {
    expect(problemSentence(notInstalled)).toBe(
      "bubblewrap is not installed. Install bubblewrap: apt install bubblewrap.",
    );
    expect(problemSentence(unsupported("darwin"))).toBe("There is no sandbox for macOS yet.");
    expect(problemSentence(unsupported("win32"))).toContain("WSL2");
  });
});
