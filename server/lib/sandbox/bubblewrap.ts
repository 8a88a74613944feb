import { findOnPath, isExecutable } from "../executables.ts";
import { sandboxArguments } from "./argv-rules.ts";
import { grantedVariables } from "./grants.ts";
import { notInstalled, problemSentence, unsupported } from "./reasons.ts";
import type { Launch, SandboxRoom } from "./room.ts";
import { sandboxEnvironment } from "./tool-folders.ts";
import { viewFor } from "./view.ts";

/** The system's own goes first: what PATH names may be anything. */
const usualPlaces = [
  "/usr/bin/bwrap",
  "/bin/bwrap",
  "/usr/local/bin/bwrap",
  "/run/current-system/sw/bin/bwrap",
];

/** Null if it is not installed. */
export async function findBubblewrap(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  for (const path of usualPlaces) if (await isExecutable(path)) return path;
  return findOnPath("bwrap", env);
}

/** The command that runs `launch` in its sandbox. Rejects with a sentence if there is no bubblewrap. */
export async function wrap(
  room: SandboxRoom,
  launch: Launch,
  statusFd: number | null = null,
): Promise<Pick<Launch, "command" | "args" | "cwd" | "env">> {
  if (process.platform !== "linux") throw new Error(problemSentence(unsupported(process.platform)));
  const command = await findBubblewrap(launch.env);
  if (command === null) throw new Error(problemSentence(notInstalled));
  const view = await viewFor(room, launch);
  return {
    command,
    args: [...sandboxArguments(view, statusFd), launch.command, ...launch.args],
    cwd: "/",
    env: sandboxEnvironment(launch.env, grantedVariables(room.grants)),
  };
}
