import { setTimeout as pause } from "node:timers/promises";
import { type AgentQuery, findAgentProcesses, findWithSandboxes, livingAmong, processTable } from "./find.ts";
import type { ProcessIdentity } from "./process-table.ts";

const maxRounds = 10;
/** How long a process may take to vanish after SIGKILL; only one stuck in the kernel takes longer. */
const killWaitMs = 1_000;

/**
 * Ends all of them: SIGTERM, but not to those around a sandbox, which would end everything in it at once; then SIGKILL once
 * `graceMs` (2,000) have passed since the call. Lists them again until two lists in a row are empty. Resolves with those that
 * could not be ended, normally none.
 */
export async function endAgentProcesses(
  query: AgentQuery & { graceMs?: number },
): Promise<ProcessIdentity[]> {
  const deadline = performance.now() + (query.graceMs ?? 2_000);
  const asked = new Set<string>();
  let empty = 0;
  for (let round = 0; round < maxRounds && empty < 2; round++) {
    const { processes, sandboxes } = await findWithSandboxes(query);
    empty = processes.length + sandboxes.length === 0 ? empty + 1 : 0;
    if (processes.length > 0) await endOnce({ processes, sandboxes }, asked, deadline);
    else if (sandboxes.length > 0) await killAll(sandboxes);
  }
  return empty < 2 ? findAgentProcesses(query) : [];
}

/** Each process gets SIGTERM once, and only during the grace period. */
async function endOnce(
  { processes, sandboxes }: { processes: readonly ProcessIdentity[]; sandboxes: readonly ProcessIdentity[] },
  asked: Set<string>,
  deadline: number,
): Promise<void> {
  const isNew = ({ pid, startedAt }: ProcessIdentity) => !asked.has(`${pid} ${startedAt}`);
  if (performance.now() < deadline) {
    await signalEach(processes.filter(isNew), "SIGTERM");
    for (const { pid, startedAt } of processes) asked.add(`${pid} ${startedAt}`);
  }
  const left = await waitUntilGone([...processes, ...sandboxes], deadline);
  if (left.length > 0) await killAll(left);
}

async function killAll(identities: readonly ProcessIdentity[]): Promise<void> {
  await signalEach(identities, "SIGKILL");
  await waitUntilGone(identities, performance.now() + killWaitMs);
}

/** Those still alive at `deadline` (monotonic ms). */
async function waitUntilGone(
  identities: readonly ProcessIdentity[],
  deadline: number,
): Promise<ProcessIdentity[]> {
  let left = await livingAmong(identities);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(processTable.pollMs);
    left = await livingAmong(left);
  }
  return left;
}

/** Checks each identity just before its signal, so that a recycled pid is not hit. Windows ends at once on either. */
async function signalEach(
  identities: readonly ProcessIdentity[],
  signal: "SIGTERM" | "SIGKILL",
): Promise<void> {
  for (const { pid } of await livingAmong(identities)) {
    if (pid <= 1 || pid === process.pid) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended or belongs to another user; the next list shows which.
    }
  }
}
