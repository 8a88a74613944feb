import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import { checkClisJob } from "./jobs.ts";
import type { CliStatus } from "./model.ts";
import { describeStatus, type KnownCli, type Look, type Sighting } from "./rules.ts";

type Cli = Pick<AgentRuntime, "id" | "label" | "guide" | "locate" | "signIn">;

export type CliService = ReturnType<typeof cliService>;

/**
 * What is known of the agent CLIs. A status is answered from memory; the first one asks for a look, and nothing
 * looks again before somebody asks for it.
 */
export function cliService(deps: { clis: readonly Cli[]; clock: Clock; jobs: Pick<JobQueue, "add"> }) {
  const known = deps.clis.map(knownCli);
  let look: Look = null;
  /** Somebody asked for a new look; one that was under way by then may have seen less. */
  let isWanted = false;

  const queueLook = () => void deps.jobs.add(checkClisJob, {});
  const lookAgain = () => {
    isWanted = true;
    queueLook();
  };
  const current = (): CliStatus => describeStatus(known, look);

  return {
    status(): CliStatus {
      if (look === null) queueLook();
      return current();
    },
    refresh(): CliStatus {
      lookAgain();
      return current();
    },
    forget(): void {
      look = null;
      lookAgain();
    },
    /** Starts each CLI once for its version, unless that is known of the very file. */
    async look(): Promise<void> {
      do {
        isWanted = false;
        const seen = await Promise.all(deps.clis.map(async (cli) => [cli.id, await sight(cli)] as const));
        look = { at: instant(deps.clock.now()), sightings: new Map(seen) };
      } while (isWanted);
    },
  };
}

function knownCli({ id, label, guide }: Cli): KnownCli {
  return { id, name: label, ...guide };
}

async function sight(cli: Cli): Promise<Sighting> {
  const [located, { authenticated, method }] = await Promise.all([cli.locate(), cli.signIn()]);
  const found = located.kind === "found";
  return {
    version: found ? located.version : null,
    missing: found ? null : located.message,
    authenticated,
    authMethod: method,
  };
}
