import { setTimeout as pause } from "node:timers/promises";
import { endAgentProcesses, type ProcessIdentity } from "../../lib/processes/index.ts";
import type { AgentRequest } from "../runtime.ts";
import type { Observer } from "./observe.ts";
import type { PiRpc } from "./rpc.ts";

const abortMs = 3_000;
const exitMs = 3_000;
const termMs = 2_000;
const hookSeconds = 60;

/** pi's own interrupt: what waits in its queues is dropped first, or it would run next. */
export async function breakOff(pi: PiRpc, observer: Observer): Promise<void> {
  // While it starts (an MCP server may take its time) pi reads no command, and has nothing to lose.
  if (!observer.state.hasStarted) return pi.signal("SIGTERM");
  pi.send({ type: "clear_queue" });
  const aborted = pi.call({ type: "abort" });
  await within(abortMs, Promise.race([observer.settled, aborted, pi.exit]));
}

/** What remains of a turn and is to be ended. */
export interface Remains {
  equipment: AgentRequest["equipment"];
  /** Every process of the turn carries it. */
  marker: string;
  /** pi itself; null if it exited before it was identified. */
  root: ProcessIdentity | null;
}

/** Lets pi exit, then ends every process with the turn's marker; resolves when none is alive. */
export async function endAll(pi: PiRpc, { equipment, marker, root }: Remains): Promise<void> {
  pi.endInput();
  await within(exitMs + farewellMs(equipment), pi.exit);
  pi.signal("SIGTERM");
  await within(termMs, pi.exit);
  await endAgentProcesses({ markerPrefix: marker, roots: root ? [root] : [] });
  pi.signal("SIGKILL");
  await pi.exit;
}

/** pi runs the hooks on its end before it ends. */
function farewellMs({ hooks }: AgentRequest["equipment"]): number {
  const last = hooks.filter(({ event }) => event === "session_end" || event === "session_shutdown");
  return last.reduce((sum, { timeoutSeconds = hookSeconds }) => sum + timeoutSeconds * 1_000, 0);
}

async function within(limitMs: number, event: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const limit = pause(limitMs, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([event, limit]);
  timer.abort();
}
