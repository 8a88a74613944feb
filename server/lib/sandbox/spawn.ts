import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { spawnTurn } from "../spawn-turn.ts";
import { startedProcess } from "../started-process.ts";
import { noteStep } from "../steps.ts";
import type { SandboxView } from "./argv-rules.ts";
import { wrap } from "./bubblewrap.ts";
import { confirmMounts } from "./confirm-mounts.ts";
import { filterProgram } from "./filter-program.ts";
import { type CommandStatus, watchStatus } from "./leader.ts";
import { type OwnNetwork, openNetwork } from "./network.ts";
import { bubblewrapSentence, noFilter, problemSentence, whyNoSandbox } from "./reasons.ts";
import type { Launch, SandboxRoom } from "./room.ts";

/** After stdin, stdout and stderr. */
const statusFd = 3;
const filterFd = 4;
const gateFd = 5;

/** A sandboxed process: `child` is bubblewrap's outer one, whose pipes are the command's own. */
export interface SandboxedProcess {
  child: ChildProcessWithoutNullStreams;
  status: CommandStatus;
  /** Settles once the command may start, or the sandbox has ended; rejects if it may not. Read the pipes from the beginning. */
  opened: Promise<void>;
  /** Settles when what the sandbox needed outside of it is gone. */
  closed: Promise<void>;
}

/**
 * Call it on the main thread only: the kernel ends the sandbox with the thread that started it. Rejects if bubblewrap
 * itself cannot be started.
 */
export async function spawnInside(room: SandboxRoom, launch: Launch): Promise<SandboxedProcess> {
  if (!room.network) return spawnIn(null, room, launch);
  const network = await openNetwork(room.network, { folder: room.folder, env: launch.env });
  try {
    return await spawnIn(network, room, launch);
  } catch (error) {
    await network.close();
    throw error;
  }
}

async function spawnIn(
  network: OwnNetwork | null,
  room: SandboxRoom,
  launch: Launch,
): Promise<SandboxedProcess> {
  const filter = filterProgram();
  if (filter === null) throw new Error(problemSentence(noFilter(process.arch)));
  const fds = { statusFd, filterFd, gateFd };
  const { view, command, args, cwd, env } = await wrap(room, launch, { ...fds, network });
  noteStep("mounts looked up");
  await spawnTurn();
  const stdio = Array.from({ length: Math.max(...Object.values(fds)) + 1 }, () => "pipe" as const);
  const child = await startedProcess(spawn(command, args, { cwd, env, detached: true, stdio }));
  const pipe = child.stdio[statusFd];
  if (!(pipe instanceof Readable)) throw new Error("There is no pipe for the sandbox's status.");
  const status = watchStatus(pipe);
  pipeTo(child, filterFd).end(filter);
  const ended = once(child, "exit");
  const closed = ended.then(() => network?.close());
  const opened = openGate(child, { status, view, network, ended, limits: launch.limits });
  opened.catch(() => {}); // Whoever started it awaits this.
  return { child: child as ChildProcessWithoutNullStreams, status, opened, closed };
}

/** Takes what is written also after the sandbox has ended; its own exit says why. */
function pipeTo(child: ChildProcess, fd: number): Writable {
  const pipe = child.stdio.at(fd);
  if (!(pipe instanceof Writable)) throw new Error(`There is no pipe to the sandbox at ${fd}.`);
  return pipe.on("error", () => {});
}

/** Lets the command start once its mounts are what they have to be, its limits hold and its network is ready. */
async function openGate(
  child: ChildProcess,
  of: {
    status: CommandStatus;
    view: SandboxView;
    network: OwnNetwork | null;
    ended: Promise<unknown>;
    limits: Launch["limits"];
  },
): Promise<void> {
  const gate = pipeTo(child, gateFd);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  try {
    const first = await of.status.first;
    if (first !== null) {
      const held = of.limits?.add([child.pid ?? first, first]);
      await Promise.all([confirmMounts(first, of.view, hasEnded), held]);
    }
    await Promise.race([of.network?.ready, of.ended]);
  } catch (error) {
    child.kill("SIGKILL");
    for (const pipe of child.stdio) pipe?.destroy();
    throw error;
  }
  gate.end("\n");
}

/** Why a command did not start inside, from what bubblewrap wrote to stderr. */
export function whyNotInside(stderr: string, { command }: Pick<Launch, "command">): string {
  const sentence = bubblewrapSentence(stderr) ?? "";
  const failure = /^execvp .*: (.*)$/.exec(sentence)?.[1];
  if (failure === undefined) return `its sandbox did not start. ${problemSentence(whyNoSandbox(stderr))}`;
  return /No such file|Not a directory/.test(failure)
    ? `there is no ${command} in its sandbox, or the interpreter it names is missing there.`
    : failure;
}
