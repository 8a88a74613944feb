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
    function decide(candidate: Row, isPaused: boolean): Decided {
      const kind = `${candidate.agentRuntime} ${isPaused}`;
      const decided = decisions.get(kind) ?? admission.decide({ candidate, isPaused });
      decisions.set(kind, decided);
      return decided;
    }
    const rows = store.queued(most);
    const entries = rows.map((row, index): QueueEntry => {
      const decided = decide(row, row.isPaused);
      const victim = victimOf(row.id);
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
        startable: decide(row, false).verdict.allowed,
        victim: victim && { id: victim.id, title: victim.title },
      };
    });
    return { entries, total: store.queueSize(), spot_policy: admission.spotPolicy() };
  };
}
