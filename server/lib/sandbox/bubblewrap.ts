import { type SandboxView, sandboxArguments } from "./argv-rules.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { grantedVariables } from "./grants.ts";
import type { OwnNetwork } from "./network.ts";
import { notInstalled, problemSentence, unsupported } from "./reasons.ts";
import type { Launch, SandboxRoom } from "./room.ts";
import { sandboxEnvironment } from "./tool-folders.ts";
import { viewFor } from "./view.ts";

/** In a network of its own the caller is root of the namespace that the network belongs to. */
function inNetwork(view: SandboxView, { resolver }: OwnNetwork): SandboxView {
  const user = { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 };
  return { ...view, user, ...(resolver && { resolver }) };
}

/** The command that runs `launch` in its sandbox. Rejects with a sentence if there is no bubblewrap. */
export async function wrap(
  room: SandboxRoom,
  launch: Launch,
  { network, ...fds }: { statusFd: number; filterFd: number; gateFd: number; network: OwnNetwork | null },
): Promise<Pick<Launch, "command" | "args" | "cwd" | "env"> & { view: SandboxView }> {
  if (process.platform !== "linux") throw new Error(problemSentence(unsupported(process.platform)));
  const command = await findBubblewrap(launch.env);
  if (command === null) throw new Error(problemSentence(notInstalled));
  const seen = await viewFor(room, launch);
  const view = network ? inNetwork(seen, network) : seen;
  const [first = command, ...rest] = [...(network?.enter ?? []), command];
  return {
    view,
    command: first,
    args: [...rest, ...sandboxArguments(view, fds), launch.command, ...launch.args],
    cwd: "/",
    env: { ...sandboxEnvironment(launch.env), ...grantedVariables(room.grants, launch.env) },
  };
}
