import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import { type Decisions, decisionView } from "./decisions.ts";
import type { SpotPolicy, SpotPolicyKnobs, SpotPolicyPreview } from "./model.ts";
import type { PausedBy } from "./pause-all.ts";
import type { Candidate } from "./ports.ts";
import { decideAdmission, resumeMargin, type Situation } from "./rules.ts";
import type { AdmissionStore } from "./store.ts";
import { text } from "./text.ts";

interface ReportDeps {
  clock: Clock;
  store: AdmissionStore;
  decisions: Decisions;
  sessions: Pick<SessionService, "classOf">;
  workerSlots: number;
  policy(): SpotPolicyKnobs;
  pausedBy(): PausedBy | null;
}

const hourMs = 3_600_000;
/** More waiting sessions than can ever run at once need not be looked at. */
const previewLimit = 200;

/** What the policy does at this moment, and what another one would do. */
export function policyReport(deps: ReportDeps) {
  const { store, decisions, sessions } = deps;

  function current(): SpotPolicy {
    const knobs = deps.policy();
    const decided = decisions.decide({ candidate: null });
    const { allowed } = decided.verdict;
    const counts = countsOf(store);
    const paused = deps.pausedBy();
    const overdue = allowed ? counts.held : 0;
    const words = text.counts;
    return {
      ...knobs,
      enabled: knobs.gating_enabled,
      worker_slots: deps.workerSlots,
      all_paused: paused && { at: instant(paused.at), by: paused.by },
      ceiling_out_of_reach: knobs.max_concurrent_sessions > deps.workerSlots,
      decision: decisionView(decided),
      hold: allowed ? null : { why: text.hold.why(decided.detail), until: text.hold.until(decided.verdict) },
      paused_count: counts.paused,
      preempted_count: counts.preempted,
      held_count: counts.held,
      overdue_hold_count: overdue,
      sentences: [
        ...sentence(counts.held, words.held),
        ...sentence(counts.paused, words.paused),
        ...sentence(counts.preempted, words.preempted),
        ...sentence(overdue, words.overdue),
      ],
      starvation: starvation(deps, knobs),
    };
  }

  function preview(knobs: SpotPolicyKnobs): SpotPolicyPreview {
    const decided = decisions.decide({ candidate: null }, knobs);
    const waiting = store.queueSize();
    const releases = released(knobs);
    const pauses = store.running().filter((row) => isPaused(row, knobs)).length;
    const { preview: words } = text;
    const parts = [
      ...sentence(releases, words.releases),
      ...sentence(pauses, words.pauses),
      ...sentence(waiting - releases, words.waits),
    ];
    return {
      decision: decisionView(decided),
      waiting,
      releases,
      pauses,
      sentence: releases + pauses === 0 ? words.nothing : words.sentence(parts),
    };
  }

  /** How many of the queue would start, each taking its slot before the next is asked. */
  function released(knobs: SpotPolicyKnobs): number {
    let started = 0;
    const spending = new Map<string, number>();
    for (const row of store.queued(previewLimit)) {
      const { situation, verdict } = decisions.decide({ candidate: row, isPaused: row.isPaused }, knobs);
      // What could not be read holds everything, whatever is known of the rest.
      if (verdict.reason === "unread") return started;
      const { fleet, candidate } = situation.burn;
      const more = spending.get(row.agentRuntime) ?? 0;
      const next: Situation = {
        ...situation,
        awaiting: situation.awaiting + started,
        burn: { fleet: fleet === null ? null : fleet + more, candidate },
      };
      const { allowed, ceiling } = decideAdmission({ ...next, margin: row.isPaused ? resumeMargin : 0 });
      if (allowed) {
        started += 1;
        spending.set(row.agentRuntime, more + (candidate ?? 0));
      } else if (ceiling === "fleet_cap") return started;
    }
    return started;
  }

  function isPaused(row: Candidate, knobs: SpotPolicyKnobs): boolean {
    if (sessions.classOf(row) === "priority") return false;
    const candidate = { ...row };
    return decisions.decide({ candidate, holdsSlot: true }, knobs).verdict.stopsRunning;
  }

  return { current, preview };
}

const sentence = (count: number, words: (count: number) => string): string[] =>
  count === 0 ? [] : [words(count)];

function countsOf(store: AdmissionStore) {
  const counts = { held: 0, paused: 0, preempted: 0 };
  for (const { state, why, count } of store.counts()) {
    if (state === "held") counts.held += count;
    if (state === "paused" && why === "quota") counts.paused += count;
    if (state === "paused" && why === "preempted") counts.preempted += count;
  }
  return counts;
}

function starvation(
  { clock, store }: ReportDeps,
  { starvation_age_ceiling_hours: hours }: SpotPolicyKnobs,
): SpotPolicy["starvation"] {
  const now = clock.now();
  const { oldest, past } = store.waits(now - hours * hourMs);
  const lane = store.starved();
  const words = text.starvation;
  return {
    age_ceiling_hours: hours,
    oldest_wait_seconds: oldest === null ? null : Math.max(0, Math.floor((now - oldest) / 1_000)),
    past_ceiling_count: hours === 0 ? 0 : past,
    lane_session_id: lane,
    sentence: hours === 0 ? words.off : lane === null ? words.free(hours) : words.taken(lane),
  };
}
