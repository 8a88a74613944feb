import { instantOrNull } from "../../../lib/instant.ts";
import type { AdmissionService, Decided } from "../admission/index.ts";
import type { SpotPolicy } from "../admission/model.ts";
import type { QueueEntry } from "./model.ts";
import { text } from "./text.ts";

/** More are counted, but not listed. */
const most = 200;

type Queue = Pick<AdmissionService, "decide" | "spotPolicy" | "store">;
type Row = ReturnType<Queue["store"]["queued"]>[number];

interface QueueList {
  entries: QueueEntry[];
  total: number;
  spot_policy: SpotPolicy;
}

/** The spot queue as the board shows it. */
export function queueList(
  { admission }: { admission: Queue },
  victimOf: (sessionId: number) => { id: number; title: string } | null,
) {
  const { store } = admission;
  return (): QueueList => {
    /** Sessions of one kind have the same causes. */
    const decisions = new Map<string, Decided>();
    function decide(candidate: Row, { isPaused = false, freed = 0 } = {}): Decided {
      const kind = `${candidate.agentRuntime} ${isPaused} ${freed}`;
      const decided = decisions.get(kind) ?? admission.decide({ candidate, isPaused, freed });
      decisions.set(kind, decided);
      return decided;
    }
    const rows = store.queued(most);
    const entries = rows.map((row, index): QueueEntry => {
      const decided = decide(row, row);
      // A start that the policy would refuse is not offered.
      const victim = decide(row, { freed: 1 }).verdict.allowed ? victimOf(row.id) : null;
      return {
        id: row.id,
        slug: row.slug,
        title: row.title,
        agent_runtime: row.agentRuntime,
        precedence: row.precedence,
        position: index + 1,
        paused: row.isPaused,
        waiting_since: instantOrNull(row.waitingSince),
        why: row.isPaused ? text.stopped(store.record(row.id)?.why ?? null, decided.detail) : decided.detail,
        starts: index === 0 ? text.startsFirst(decided.verdict) : text.startsAfter(index, decided.verdict),
        startable: decide(row).verdict.allowed,
        victim: victim && { id: victim.id, title: victim.title },
      };
    });
    return { entries, total: store.queueSize(), spot_policy: admission.spotPolicy() };
  };
}
