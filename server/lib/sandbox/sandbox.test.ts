import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exists } from "../exists.ts";
import { sandboxArguments } from "./argv-rules.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { type Launch, noCliFolders, type SandboxRoom } from "./room.ts";
import { viewFor } from "./view.ts";

const isRoot = process.getuid?.() === 0;
const otherUser = 64_321;

/** A pretend machine: a home with secrets, a data folder in it, two sessions, and a process of the service. */
async function layOut(uid: number | undefined) {
  // The run's own temporary folder is closed to other users.
  const parent = uid === undefined ? tmpdir() : (process.env["SIGNALBOX_KEPT_FOLDER"] ?? tmpdir());
  const base = await mkdtemp(join(parent, "signalbox-sandbox-"));
  const home = join(base, "user");
  const data = join(home, ".local/share/signalbox");
  const write = async (path: string, text: string, mode = 0o600) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode });
  };
  const secrets = [".ssh/id_ed25519", ".aws/credentials", ".config/gh/hosts.yml", ".netrc", ".bash_history"];
  for (const name of secrets) await write(join(home, name), "SECRET");
  await write(join(home, ".config/git/credentials"), "SECRET");
  await write(join(home, "other-project/secret.txt"), "SECRET");
  await write(join(home, ".gitconfig"), "[user]\n\tname = Sandbox\n\temail = sandbox@signalbox.invalid\n");
  await write(join(home, ".local/bin/hello"), "#!/bin/sh\necho hello\n", 0o755);
  await copyFile(process.execPath, join(home, ".local/bin/node"));
  await chmod(join(home, ".local/bin/node"), 0o755);
  for (const name of ["installation.json", "signalbox.db", "run/owner.sock"])
    await write(join(data, name), "SECRET");
  await write(join(data, "homes/2/.credentials.json"), "SECRET");
  await write(join(data, "clones/two/file"), "SECRET");
  await write(join(data, "attachments/1/seen.txt"), "seen");
  const own = {
    clone: join(data, "clones/one"),
    home: join(data, "homes/1"),
    scratch: join(data, "scratch/1"),
  };
  for (const folder of Object.values(own)) await mkdir(folder, { recursive: true });
  const room: SandboxRoom = {
    dataFolder: data,
    folder: join(data, "sandboxes/1"),
    writable: Object.values(own),
    readable: [join(data, "attachments/1")],
    grants: [],
    clis: noCliFolders,
  };
  for (const name of ["tmp", "home"]) await mkdir(join(room.folder, name), { recursive: true });
  if (uid !== undefined) await giveAway(base, uid);
  const env = { PATH: `${home}/.local/bin:/usr/local/bin:/usr/bin:/bin`, HOME: home, TERM: "dumb" };
  return { base, home, data, own, room, env };
}

async function giveAway(folder: string, uid: number): Promise<void> {
  await chown(folder, uid, uid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveAway(path, uid);
    else await chown(path, uid, uid);
  }
}

const users = [
  { user: "the user of this run", uid: undefined },
  ...(isRoot ? [{ user: "an ordinary user", uid: otherUser }] : []),
];

describe.each(users)("a sandbox of $user", ({ uid }) => {
  let machine: Awaited<ReturnType<typeof layOut>>;
  let service: ChildProcess;
  let server: Server;
  let port: number;
  let missing: string | null = null;

  beforeAll(async () => {
    machine = await layOut(uid);
    missing = await whyNone(uid);
    const env = { ...machine.env, THE_SERVICE_SECRET: "SECRET" };
    service = spawn("sleep", ["300"], { env, ...(uid !== undefined && { uid, gid: uid }) });
    server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(async () => {
    service.kill();
    server.close();
    await rm(machine.base, { recursive: true, force: true });
  });

  /** What a shell command inside says, and whether it succeeded. */
  async function inside(
    script: string,
    { room, env }: { room: SandboxRoom; env: Record<string, string> } = machine,
    more: readonly string[] = [],
  ): Promise<{ ok: boolean; said: string }> {
    const { own } = machine;
    const launch: Launch = { command: "/bin/sh", args: ["-c", script, ...more], cwd: own.clone, env };
    const view = await viewFor(room, launch);
    const seen = uid === undefined ? view : { ...view, isRoot: false, covered: view.covered.filter(isHome) };
    const args = [...sandboxArguments(seen), launch.command, ...launch.args];
    const command = (await findBubblewrap(env)) ?? "bwrap";
    return new Promise((resolve, reject) => {
      const as = uid === undefined ? {} : { uid, gid: uid };
      execFile(command, args, { env, cwd: "/", ...as }, (error, stdout, stderr) =>
        stderr.includes("bwrap: ")
          ? reject(new Error(stderr))
          : resolve({ ok: error === null, said: stdout + stderr }),
      );
    });
  }

  beforeEach((context) => {
    if (missing !== null) context.skip(`No sandbox starts here: ${missing}`);
  });

  const isHome = ({ path }: { path: string }): boolean => path.startsWith(machine.home);

  const refused: [title: string, script: () => string][] = [
    ["read a private key", () => `cat ${machine.home}/.ssh/id_ed25519`],
    ["read the cloud's credentials", () => `cat ${machine.home}/.aws/credentials`],
    ["read GitHub's token", () => `cat ${machine.home}/.config/gh/hosts.yml`],
    ["read the passwords of .netrc", () => `cat ${machine.home}/.netrc`],
    ["read the shell's history", () => `cat ${machine.home}/.bash_history`],
    ["read git's stored passwords", () => `grep SECRET ${machine.home}/.config/git/credentials`],
    ["read another project", () => `cat ${machine.home}/other-project/secret.txt`],
    ["read the installation's secret", () => `cat ${machine.data}/installation.json`],
    ["read the database", () => `cat ${machine.data}/signalbox.db`],
    ["see the owner's socket", () => `test -e ${machine.data}/run/owner.sock`],
    ["read another session's home", () => `cat ${machine.data}/homes/2/.credentials.json`],
    ["read another session's clone", () => `cat ${machine.data}/clones/two/file`],
    ["change an attachment", () => `echo x > ${machine.data}/attachments/1/seen.txt`],
    ["read the service's environment", () => `cat /proc/${service.pid}/environ`],
    [
      "read any process's environment",
      () => `cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -q THE_SERVICE_SECRE[T]`,
    ],
    ["signal the service", () => `kill -0 ${service.pid}`],
    ["write to /etc", () => "touch /etc/sandbox-probe"],
    ["write into the data folder", () => `touch ${machine.data}/x`],
    ["mount", () => "mount -t tmpfs none /mnt"],
    ["uncover the data folder", () => `umount ${machine.data} || umount -l ${machine.home}`],
    [
      "uncover it from a nested user namespace",
      () => `unshare -Urm sh -c 'umount ${machine.data} || umount -l ${machine.home}'`,
    ],
    [
      "read it through another mount",
      () => `unshare -Urm sh -c 'mount --bind / /mnt && cat /mnt${machine.data}/installation.json'`,
    ],
    [
      "leave through the first process of its namespace",
      () => `cat /proc/1/root${machine.data}/installation.json || grep -q SECRE[T] /proc/1/environ`,
    ],
    ["see docker's socket", () => "test -e /var/run/docker.sock -o -e /run/docker.sock"],
    ["see the desktop's message bus", () => "test -e /run/user/$(id -u)/bus"],
    ["read the system's passwords", () => "grep . /etc/shadow"],
    [
      "see the system's logs, mail and jobs",
      () => "ls -A /var/log /var/mail /var/spool | grep -v : | grep .",
    ],
  ];

  it.each(refused)("cannot %s", async (_title, script) => {
    const answer = await inside(script());
    expect(answer).toMatchObject({ ok: false, said: expect.not.stringContaining("SECRET") });
  });

  const allowed: [title: string, script: () => string][] = [
    ["work in its clone", () => "touch file && mkdir -p d && git init -q . && git add file"],
    ["write to its scratch folder", () => `touch ${machine.own.scratch}/x`],
    ["write to the CLI's home", () => `touch ${machine.own.home}/x`],
    ["read its attachments", () => `grep -q seen ${machine.data}/attachments/1/seen.txt`],
    ["write to a temporary folder of its own", () => "touch /tmp/x && test $(ls /tmp | wc -l) -lt 5"],
    ["write to its home for good, not to the person's", () => `touch ${machine.home}/.probe`],
    ["run a tool of the person's", () => `${machine.home}/.local/bin/hello`],
    ["commit as the person", () => `test "$(git config user.name)" = Sandbox`],
    ["run Node", () => "node -e 1"],
    ["read about itself in /proc", () => "test -r /proc/self/status"],
    [
      "reach a port of this machine",
      () =>
        `node -e 'require("net").connect(${port},"127.0.0.1").on("connect",()=>process.exit(0)).on("error",()=>process.exit(1))'`,
    ],
  ];

  it.each(allowed)("can %s", async (_title, script) => {
    expect(await inside(script())).toMatchObject({ ok: true });
  });

  it("is shown nothing through a link that it left where its CLI is given a file", async () => {
    const link = join(machine.own.home, "conversation.jsonl");
    await symlink(join(machine.home, "other-project/secret.txt"), link);
    const answer = await inside(`cat ${link} || ls ${machine.home}/other-project`, machine, [link]);
    expect(answer).toMatchObject({ ok: false, said: expect.not.stringContaining("SECRET") });
  });

  it("leaves nothing in the person's home, and keeps its own between turns", async () => {
    expect((await inside(`touch ${machine.home}/.kept`)).ok).toBe(true);
    expect(await exists(join(machine.home, ".kept"))).toBe(false);
    expect((await inside(`test -e ${machine.home}/.kept`)).ok).toBe(true);
  });

  it("uses the sign-in and the agent of keys that the owner granted, and no key", async () => {
    const socket = join(machine.base, "agent.sock");
    const agent = createServer((client) => client.end("SIGNED")).listen(socket);
    await new Promise((resolve) => agent.once("listening", resolve));
    if (uid !== undefined) await chown(socket, uid, uid);
    const { room, env } = machine;
    const granted = { room: { ...room, grants: ["git"] as const }, env: { ...env, SSH_AUTH_SOCK: socket } };
    const ask = `node -e 'require("net").connect(process.env.SSH_AUTH_SOCK).pipe(process.stdout)'`;
    const { said } = await inside(`${ask}; cat ~/.config/gh/hosts.yml; test -e ~/.ssh/id_ed25519`, granted);
    agent.close();
    expect(said).toBe("SIGNEDSECRET");
    expect((await inside("test -e ~/.ssh/id_ed25519", granted)).ok).toBe(false);
  });

  it("is not led astray by links that an earlier turn left where a folder is mounted", async () => {
    const bait = join(machine.room.folder, "home/.local");
    await rm(bait, { recursive: true, force: true });
    await symlink("../../../../../etc", bait);
    const answer = await inside(
      `cat ${machine.data}/installation.json || cat ${machine.home}/.ssh/id_ed25519`,
    );
    await rm(bait, { recursive: true, force: true });
    expect(answer).toMatchObject({ ok: false, said: expect.not.stringContaining("SECRET") });
  });
});

/** Why this user can have no sandbox on this machine at all; null if nothing stands against it. */
async function whyNone(uid: number | undefined): Promise<string | null> {
  const command = await findBubblewrap(process.env);
  if (command === null) return "bubblewrap is not installed";
  const as = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve) => {
    const bare = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true"];
    execFile(command, bare, { cwd: "/", ...as }, (error, _stdout, stderr) => resolve(error && stderr.trim()));
  });
}
