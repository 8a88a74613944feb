import type { SessionService } from "../../sessions/sessions/index.ts";
import type { Decisions } from "./decisions.ts";
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
      const { reason } = verdict;
      const why =
        reason === "at_utilization_limit" || reason === "budget_reached" ? reason : ("fleet_at_cap" as const);
      return { since: record.since, why, detail, retryAt: verdict.until };
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

function pauseOf(why: string | null): "quota" | "preempted" | "forced_out" | "by_hand" {
  return why === "preempted" || why === "forced_out" || why === "by_hand" ? why : "quota";
}
