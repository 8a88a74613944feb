import { chmod, chown, mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  onOtherMachine,
  tunForAll,
  whyClosedTo,
  whyNoOtherMachine,
} from "../../../test/support/other-machine.ts";
import { exists } from "../exists.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import type { SandboxGrant } from "./model.ts";
import type { SandboxProbe } from "./probe.ts";

vi.setConfig({ testTimeout: 60_000 });

const ordinaryUser = 64_321;
const missing = (await whyNoOtherMachine()) ?? ((await findBubblewrap(process.env)) ? null : "no bubblewrap");
const closed = missing === null ? await whyClosedTo(ordinaryUser) : null;
let folder = "";
const at = (name: string): string => join(folder, name);

beforeEach(async (context) => {
  if (missing !== null) return context.skip(`No other machine can be tried: ${missing}`);
  // The run's own temporary folder is closed to other users.
  folder = await mkdtemp(join(process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir(), "signalbox-machine-"));
  await chmod(folder, 0o755);
  for (const name of ["data", "data/clone"]) {
    await mkdir(at(name), { mode: 0o700 });
    await chown(at(name), ordinaryUser, ordinaryUser);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const displays = "/tmp/.X11-unix";
const hadDisplays = await exists(displays);
afterAll(async () => {
  if (!hadDisplays) await rmdir(displays).catch(() => {});
});

const sandboxUrl = new URL("./index.ts", import.meta.url).href;

const probe = (level: "probeSandbox" | "probeStrict"): string => `
  import { ${level} } from ${JSON.stringify(sandboxUrl)};
  const environment = { PATH: process.env.PATH, HOME: "/nowhere" };
  console.log(JSON.stringify(await ${level}({ environment, dataFolder: ${JSON.stringify(at("data"))} })));`;

describe("a machine that lacks something", () => {
  it.for([
    ["has no /dev/net/tun", "mount -t tmpfs none /dev/net", undefined],
    [
      "lets nobody but root open it",
      "mount -t tmpfs -o mode=755,dev none /dev/net; mknod -m 600 /dev/net/tun c 10 200",
      ordinaryUser,
    ],
  ] as const)("says what mends a strict sandbox where it %s", async ([, change, uid], { skip }) => {
    if (uid !== undefined && closed !== null) return skip(closed);
    await chown(at("data"), uid ?? 0, uid ?? 0);
    const found = await onOtherMachine<SandboxProbe>(change, probe("probeStrict"), { ...(uid && { uid }) });
    if (!found.available && found.reason.includes("not installed")) return skip(found.reason);
    expect(found).toMatchObject({
      available: false,
      reason: expect.stringContaining("slirp4netns may not use the network device /dev/net/tun"),
      cure: expect.stringContaining("sudo modprobe tun"),
    });
  });

  it("says so where no namespace can be made", async () => {
    await chown(at("data"), 0, 0);
    const program = `
      import { execFileSync } from "node:child_process";
      const inside = "echo 0 > /proc/sys/user/max_user_namespaces; exec \\"$NODE\\" --input-type=module --eval \\"$INNER\\"";
      const env = { ...process.env, INNER: ${JSON.stringify(probe("probeSandbox"))} };
      console.log(execFileSync("unshare", ["-Ur", "sh", "-ec", inside], { env }).toString());`;
    expect(await onOtherMachine<SandboxProbe>("true", program)).toMatchObject({
      available: false,
      reason: expect.stringContaining("lets no program make another namespace"),
      cure: expect.stringContaining("user.max_user_namespaces"),
    });
  });
});

/** A shell in a sandbox with these grants, on a machine with docker's, X's and Wayland's sockets. */
async function shell(command: string, grants: readonly SandboxGrant[], uid: number | undefined) {
  const session = "/run/desktop";
  const change = [
    `mount -t tmpfs -o mode=777 none /run; mkdir -m 777 ${session}`,
    `mkdir -p -m 1777 ${displays}; mount -t tmpfs -o mode=777 none ${displays}`,
  ].join("\n");
  const program = `
    import { createServer } from "node:net";
    import { text } from "node:stream/consumers";
    import { spawnInside } from ${JSON.stringify(sandboxUrl)};
    const sockets = { "/run/docker.sock": "docker", "${displays}/X7": "x", "${session}/wayland-0": "wayland", "${session}/bus": "bus" };
    for (const [path, says] of Object.entries(sockets))
      await new Promise((listening) => createServer((one) => one.end(says)).listen(path, listening).unref());
    const data = ${JSON.stringify(at("data"))};
    const room = { dataFolder: data, folder: data + "/sandbox", writable: [data + "/clone"], readable: [], grants: ${JSON.stringify(grants)}, clis: { programs: [], secrets: [] } };
    const desktop = { DISPLAY: ":7", WAYLAND_DISPLAY: "wayland-0", XDG_RUNTIME_DIR: "${session}" };
    const env = { PATH: process.env.PATH, HOME: "/nowhere/home", NODE: process.execPath, ...desktop };
    const launch = { command: "/bin/sh", args: ["-c", ${JSON.stringify(command)}], cwd: data + "/clone", env, programs: [process.execPath] };
    const { child, closed } = await spawnInside(room, launch);
    const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await closed;
    console.log(JSON.stringify(said.trim() + complaint));
    process.exit();`;
  return onOtherMachine<string>(change, program, { ...(uid !== undefined && { uid }) });
}

/** Prints what the socket at this path of the shell says. */
const ask = (path: string): string =>
  `"$NODE" -e 'require("net").connect(process.argv[1]).on("error",(e)=>console.log(e.code)).on("data",(d)=>console.log(String(d)))' "${path}"`;

describe.each([
  ["root", undefined],
  ["an ordinary user", ordinaryUser],
])("the grants of a sandbox of %s", (_user, uid) => {
  const sockets = [ask("/var/run/docker.sock"), ask(`${displays}/X7`), ask("$WAYLAND_DISPLAY")];

  beforeEach(async ({ skip }) => {
    if (uid !== undefined && closed !== null) skip(closed);
    if (missing === null && uid === undefined)
      for (const name of ["data", "data/clone"]) await chown(at(name), 0, 0);
  });

  it("show nothing where they are not given", async () => {
    const said = await shell(
      `${sockets.slice(0, 2).join("; ")}; echo "$DISPLAY$WAYLAND_DISPLAY"`,
      ["git"],
      uid,
    );
    expect(said.split("\n")).toEqual(["ENOENT", "ENOENT"]);
  });

  it("lead to docker, and not to the display", async () => {
    const said = await shell(
      `${sockets.slice(0, 2).join("; ")}; echo "$DISPLAY$WAYLAND_DISPLAY"`,
      ["docker"],
      uid,
    );
    expect(said.split("\n")).toEqual(["docker", "ENOENT"]);
  });

  it("lead to X and Wayland, and to nothing else of the desktop", async () => {
    const bus = ask("$(dirname $WAYLAND_DISPLAY)/bus");
    const said = await shell(`${sockets.join("; ")}; ${bus}; echo "$DISPLAY"`, ["display"], uid);
    expect(said.split("\n")).toEqual(["ENOENT", "x", "wayland", "ENOENT", ":7"]);
  });
});

it("is strict for an ordinary user as well", async ({ skip }) => {
  if (closed !== null) return skip(closed);
  const found = await onOtherMachine<SandboxProbe>(tunForAll, probe("probeStrict"), { uid: ordinaryUser });
  if (!found.available && found.reason.includes("not installed")) return skip(found.reason);
  expect(found).toEqual({ available: true });
});
