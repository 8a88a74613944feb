import type { SessionService } from "../../sessions/sessions/index.ts";
import type { Decisions } from "./decisions.ts";
import { holdReason } from "./rules.ts";
import type { AdmissionStore } from "./store.ts";

/** What `waiting` of a session shows of the spot queue: why it is there, by the decision of this moment. */
export function waitReasonsOf(deps: {
  store: AdmissionStore;
  decisions: Decisions;
  sessions: Pick<SessionService, "byId">;
}) {
  const { store, decisions, sessions } = deps;

  return {
    hold(sessionId: number) {
      const record = store.record(sessionId);
      const row = sessions.byId(sessionId);
      if (record?.state !== "held" || !row) return null;
      const { verdict, detail } = decisions.decide({ candidate: row });
      return { since: record.since, why: holdReason(verdict.reason), detail, retryAt: verdict.until };
    },
    pause(sessionId: number) {
      const record = store.record(sessionId);
      const row = sessions.byId(sessionId);
      if (record?.state !== "paused" || !row) return null;
      const { detail } = decisions.decide({ candidate: row, isPaused: true });
      return { since: record.since, why: pauseOf(record.why), detail };
    },
    admission(sessionId: number) {
      const record = store.record(sessionId);
      if (record?.state !== "admitted" || record.since === null) return null;
      return { at: record.since, running: sessions.byId(sessionId)?.status === "running" };
    },
  };
}

const otherPauses = ["preempted", "forced_out", "by_hand", "all_paused"] as const;

const pauseOf = (why: string | null): "quota" | (typeof otherPauses)[number] =>
  otherPauses.find((known) => known === why) ?? "quota";
