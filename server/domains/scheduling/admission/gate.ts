import type { SessionRow } from "../../sessions/sessions/index.ts";
import { type PassParts, passRunner } from "./pass-runner.ts";
import type { AdmissionDeps } from "./ports.ts";
import { holdReason, lanePriority } from "./rules.ts";
import { text } from "./text.ts";

interface Move {
  before: SessionRow;
  after: SessionRow;
}

export interface SpotGate {
  /** Whether a turn of the session may take a slot now. Those that wait already go first. Inside the caller's transaction. */
  admits(session: SessionRow, of: { holdsSlot: boolean }): boolean;
  /** The session's turn waits in the queue. Inside the caller's transaction. */
  onHeld(session: SessionRow): void;
  lanePriority(session: SessionRow): number;

  onTransition(of: Move): void;
  onRanked(of: Move): void;
  /** Something a decision depends on has changed: the policy, the classes, a reading of quota, a session. */
  onChanged(): void;

  /** One pass over the queue; returns how many sessions started. */
  pass(): number;
  /** Calls `listener` after each pass, so after everything that can change a decision. */
  onPassed(listener: () => void): void;
  /** Job: a pass, whatever called for one. */
  sweep(): void;
}

/** Holds and admits turns, and calls for a pass on everything that can change a decision. */
export function spotGate(deps: AdmissionDeps, parts: PassParts): SpotGate {
  const { clock, log, jobs, sessions, sessionLog } = deps;
  const { store, decisions } = parts;
  const { queue, reclaim, pass, schedule, onPassed } = passRunner(deps, parts);

  const leaveQueue = (id: number): void =>
    store.change(id, { state: null, why: null, detail: null, since: null, markedAt: null, markedFor: null });

  return {
    pass,
    onPassed,

    admits(session, { holdsSlot }) {
      try {
        const record = store.record(session.id);
        if (record?.state === "admitted") leaveQueue(session.id);
        if (sessions.classOf(session) === "priority")
          return decisions.decide({ candidate: session, holdsSlot }).verdict.allowed;
        // A session that was asked for its slot gives it up between two turns.
        const keepsSlot = holdsSlot && (record?.markedAt ?? null) === null;
        if (!keepsSlot) queue.pass();
        return decisions.decide({ candidate: session, holdsSlot: keepsSlot }).verdict.allowed;
      } catch (error) {
        log.error({ err: error, session: session.id }, "the spot queue could not be read; the turn waits");
        return false;
      }
    },

    onHeld(session) {
      const before = store.record(session.id);
      if (before?.state !== "paused") {
        const { verdict, detail } = decisions.decide({ candidate: session });
        const why = holdReason(verdict.reason);
        const since = before?.state === "held" ? before.since : clock.now();
        store.change(session.id, { state: "held", why, detail, since });
        if (before?.state !== "held") sessionLog.note(session.id, "info", text.log.held(detail));
      }
      if (sessions.classOf(session) === "priority") queue.onClassesChanged();
      schedule();
    },

    lanePriority: (session) => lanePriority(sessions.classOf(session), session.precedence),

    onTransition({ before, after }) {
      const left = before.waitingKind === "spot_queue" && after.waitingKind !== "spot_queue";
      if (left && store.record(after.id)?.state) leaveQueue(after.id);
      if (hasSlot(before) && !hasSlot(after)) {
        if (store.record(after.id)?.markedAt) store.change(after.id, { markedAt: null, markedFor: null });
        schedule();
      }
      if (!hasSlot(before) && hasSlot(after) && sessions.classOf(after) === "priority")
        reclaim.makeRoomFor(after);
    },

    onRanked({ before, after }) {
      const job = after.jobId;
      if (job !== null) jobs.setPriority(job, lanePriority(sessions.classOf(after), after.precedence));
      if (before.schedulingClass !== after.schedulingClass) queue.onClassesChanged();
      if (after.waitingKind === "spot_queue") schedule();
    },

    onChanged() {
      queue.onClassesChanged();
      schedule();
    },

    sweep() {
      queue.onClassesChanged();
      pass();
    },
  };
}

const hasSlot = ({ status, waitingKind, blockedOnElicitation }: SessionRow): boolean =>
  status === "running" || waitingKind === "queued" || blockedOnElicitation;
