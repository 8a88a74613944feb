import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { findOnPath } from "../executables.ts";
import { unlessPassing } from "../passing-fault.ts";
import { startedProcess } from "../started-process.ts";
import { type BridgeTask, bridgeProgram } from "./bridge-program.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { watchStatus } from "./leader.ts";
import { type OpenWays, openWays } from "./local-ways.ts";
import { distinctWays, listenHost, resolverFileText } from "./network-rules.ts";
import { networkProblem, notInstalled, problemSentence, type SandboxProblem } from "./reasons.ts";
import type { SandboxNetwork } from "./room.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A network of a sandbox's own, for as long as the sandbox runs. */
export interface OwnNetwork {
  /** Settles when what runs in it reaches what it may; rejects with a NetworkError that says what mends it. */
  ready: Promise<unknown>;
  /** What stands before a command so that it runs in this network. */
  enter: readonly [command: string, ...args: string[]];
  /** A file to be mounted where the system looks up how names are resolved; null if there is no such place. */
  resolver: { source: string; at: string } | null;
  /** Ends what holds it up. Resolves when all of it is gone. */
  close(): Promise<void>;
}

/** The network cannot be made on this machine. */
export class NetworkError extends Error {
  readonly problem: SandboxProblem;
  constructor(problem: SandboxProblem) {
    super(problemSentence(problem));
    this.problem = problem;
  }
}

const endMs = 2_000;
const mapPollMs = 1;
/** Where administrators' programs are, which an ordinary user's PATH may lack. */
const systemPath = "/usr/sbin:/sbin:/usr/bin:/bin";

/** Resolves once processes can enter it. Rejects as `ready` does. Call it on the main thread only. */
export async function openNetwork(
  { ways, node = process.execPath }: SandboxNetwork,
  { folder, env }: { folder: string; env: Environment },
): Promise<OwnNetwork> {
  const programs = await findPrograms(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sockets = await openWays(folder, distinctWays(ways));
  const started: ChildProcess[] = [];
  async function close(): Promise<void> {
    await Promise.all(started.map(end));
    await sockets.close();
  }
  try {
    const bridge = await startBridge({ ...programs, node }, sockets);
    started.push(bridge);
    const { pidOnceMade, ready } = watchBridge(bridge);
    const pid = await pidOnceMade;
    const outward = await startOutward(programs.slirp, pid);
    started.push(outward);
    // The outward part joins the network, and the sandbox is set up in it, while the bridge's program starts.
    const bothReady = Promise.all([ready, readyOutward(outward)]);
    bothReady.catch(() => {}); // Whoever enters it awaits this.
    return {
      ready: bothReady,
      enter: [programs.nsenter, "--target", String(pid), "--user", "--net", "--preserve-credentials", "--"],
      resolver: await resolverFile(folder),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Programs {
  bubblewrap: string;
  slirp: string;
  nsenter: string;
  ip: string;
}

async function findPrograms(env: Environment): Promise<Programs> {
  const bubblewrap = await findBubblewrap(env);
  if (bubblewrap === null) throw new NetworkError(notInstalled);
  const find = async (name: string, packageName: string): Promise<string> => {
    const found = (await findOnPath(name, { PATH: systemPath })) ?? (await findOnPath(name, env));
    if (found !== null) return found;
    throw new NetworkError({
      reason: `${name} is not installed.`,
      cure: `Install ${packageName}: apt install ${packageName}`,
    });
  };
  return {
    bubblewrap,
    slirp: await find("slirp4netns", "slirp4netns"),
    nsenter: await find("nsenter", "util-linux"),
    ip: await find("ip", "iproute2"),
  };
}

/**
 * The bridge holds the network: it runs in a namespace that only shares the network with the sandbox, with the rights to
 * set routes there, which nothing in the sandbox has.
 */
function startBridge(
  { bubblewrap, ip, node }: Programs & { node: string },
  { folder, sockets }: OpenWays,
): Promise<ChildProcess> {
  const task: BridgeTask = {
    ways: sockets.map(({ way, name }) => ({ host: listenHost(way.host), port: way.port, socket: name })),
    unreachable: ownAddresses(),
    ip,
  };
  const program = `(${bridgeProgram.toString()})(${JSON.stringify(task)})`;
  const apart = ["--unshare-user", "--uid", "0", "--gid", "0", "--unshare-net", "--cap-add", "ALL"];
  const rest = [
    "--die-with-parent",
    "--dev-bind",
    "/",
    "/",
    "--json-status-fd",
    "3",
    "--chdir",
    folder,
    "--",
  ];
  return startedProcess(
    spawn(bubblewrap, [...apart, ...rest, node, "-e", program], {
      cwd: "/",
      env: { PATH: systemPath, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    }),
  );
}

/** Through the outward network, these would be this machine again. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outer = all.filter(({ internal, family }) => !internal && family === "IPv4");
  return [...new Set(outer.map(({ address }) => address))];
}

/** `pidOnceMade`: the pid of the bridge, whose namespaces are made; `ready`: it listens. Both reject if it ends before. */
function watchBridge(bridge: ChildProcess): { pidOnceMade: Promise<number>; ready: Promise<void> } {
  const status = bridge.stdio[3];
  if (!(status instanceof Readable) || !bridge.stdout)
    throw new Error("There is no pipe for the bridge's status.");
  const ready = firstData(bridge, bridge.stdout);
  ready.catch(() => {}); // It is awaited only once there is a pid.
  const { leader } = watchStatus(status, "child");
  const made = leader.then(async (pid) => {
    if (pid !== null) await untilMapped(pid);
    return pid;
  });
  // One that ended has no pid, and says on stderr why.
  const pidOnceMade = made.then(async (pid) => {
    if (pid !== null) return pid;
    await ready;
    throw new Error("The bridge of the sandbox's network ended.");
  });
  return { pidOnceMade, ready };
}

/** Until then nobody has rights in its namespace. Ends with the process too. */
async function untilMapped(pid: number): Promise<void> {
  const mapped = async (): Promise<boolean> =>
    (await readFile(`/proc/${pid}/uid_map`, "utf8").catch(unlessPassing("ended"))).trim() !== "";
  while (!(await mapped())) await pause(mapPollMs);
}

function startOutward(slirp: string, pid: number): Promise<ChildProcess> {
  const how = ["--configure", "--mtu=65520", "--disable-host-loopback", "--ready-fd=3", "--exit-fd=4"];
  return startedProcess(
    spawn(slirp, [...how, `--userns-path=/proc/${pid}/ns/user`, String(pid), "tap0"], {
      cwd: "/",
      env: { PATH: systemPath },
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    }),
  );
}

async function readyOutward(outward: ChildProcess): Promise<void> {
  const ready = outward.stdio[3];
  if (!(ready instanceof Readable)) throw new Error("There is no pipe for the network's status.");
  await firstData(outward, ready);
}

/** Rejects with what the process wrote to stderr if it ends before. */
async function firstData(child: ChildProcess, pipe: Readable): Promise<void> {
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-4_000);
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new NetworkError(networkProblem(stderr))));
  });
  failed.catch(() => {}); // It also ends after it was ready.
  await Promise.race([once(pipe, "data"), failed]);
}

/** Both end by themselves when their pipes close, also if the service is killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
  child.stdin?.end();
  const exit = child.stdio[4];
  if (exit instanceof Writable) exit.destroy();
  await gone;
  clearTimeout(timer);
}

async function resolverFile(folder: string): Promise<OwnNetwork["resolver"]> {
  const at = await realpath("/etc/resolv.conf").catch(unlessPassing(null));
  if (at === null) return null;
  const source = join(folder, "resolv.conf");
  await writeFile(source, resolverFileText);
  return { source, at };
}
