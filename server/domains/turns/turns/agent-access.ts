import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import type { TurnDeps } from "./ports.ts";

interface Visit {
  sessionId: number;
  turnId: number;
  runtime: AgentRuntime;
}

/**
 * Lets the programs of a turn reach the service while `work` runs, and takes back every secret that they were given at its
 * end; earlier if `work` ends it, once none of them is left.
 */
export async function whileLetIn<Result>(
  deps: Pick<TurnDeps, "passes" | "workspaces" | "log">,
  { sessionId, turnId, runtime }: Visit,
  work: (end: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const pass = deps.passes.open({ sessionId, turnId });
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => {
    pass.close();
    ended ??= takeBack(deps, { sessionId, runtimes: [runtime] });
    return ended;
  };
  try {
    return await work(end);
  } finally {
    await end();
  }
}

/** Before any turn of this start: takes back what turns were given whose end an earlier start did not live to see. */
export async function takeBackLeftovers(
  deps: Pick<TurnDeps, "workspaces" | "log" | "runtimes">,
  cutOff: readonly number[],
): Promise<void> {
  const { homeSecrets } = deps.workspaces;
  try {
    for (const sessionId of await homeSecrets.suspects(cutOff))
      await takeBack(deps, { sessionId, runtimes: deps.runtimes });
    await homeSecrets.noteGone();
  } catch (error) {
    deps.log.error({ err: error }, "secrets of ended turns could not be removed from the sessions' homes");
  }
}

/** A turn must not fail because of it. */
async function takeBack(
  { workspaces, log }: Pick<TurnDeps, "workspaces" | "log">,
  { sessionId, runtimes }: { sessionId: number; runtimes: readonly AgentRuntime[] },
): Promise<void> {
  try {
    for (const runtime of runtimes) await runtime.withdraw(workspaces.home(sessionId));
  } catch (error) {
    log.error({ err: error, session: sessionId }, "the secrets of an ended turn are still in its home");
  }
}
