import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import { checkClisJob } from "./jobs.ts";
import type { CliStatus } from "./model.ts";
import { type CheckResults, type CliState, describeStatus, type KnownCli } from "./rules.ts";

type Cli = Pick<AgentRuntime, "id" | "label" | "guide" | "locate" | "signIn">;

export type CliService = ReturnType<typeof cliService>;

/** The state of the agent CLIs. It is answered from memory; the first request, and every refresh, queues a check. */
export function cliService(deps: { clis: readonly Cli[]; clock: Clock; jobs: Pick<JobQueue, "add"> }) {
  const known = deps.clis.map(knownCli);
  let results: CheckResults = null;
  /** A check was requested, possibly while one was running that may have missed the change. */
  let isRequested = false;

  const queueCheck = () => void deps.jobs.add(checkClisJob, {});
  const requestCheck = () => {
    isRequested = true;
    queueCheck();
  };
  const current = (): CliStatus => describeStatus(known, results);

  return {
    status(): CliStatus {
      if (results === null) queueCheck();
      return current();
    },
    refresh(): CliStatus {
      requestCheck();
      return current();
    },
    forget(): void {
      results = null;
      requestCheck();
    },
    /** Starts each CLI once for its version, unless the version of the same file is known. */
    async check(): Promise<void> {
      do {
        isRequested = false;
        const found = await Promise.all(deps.clis.map(async (cli) => [cli.id, await stateOf(cli)] as const));
        results = { at: instant(deps.clock.now()), states: new Map(found) };
      } while (isRequested);
    },
  };
}

function knownCli({ id, label, guide }: Cli): KnownCli {
  return { id, name: label, ...guide };
}

async function stateOf(cli: Cli): Promise<CliState> {
  const [located, { authenticated, method }] = await Promise.all([cli.locate(), cli.signIn()]);
  const found = located.kind === "found";
  return {
    version: located.version ?? null,
    missing: found ? null : located.message,
    authenticated,
    authMethod: method,
  };
}
