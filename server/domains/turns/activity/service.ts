import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { type ActivityStep, thinking } from "../../../runtimes/activity-rules.ts";
import type { SessionActivity } from "./model.ts";
import { lastLines } from "./output.ts";
import { afterStep, begin, type Doings, shownSubject } from "./rules.ts";

export type ActivityService = ReturnType<typeof activityService>;

type ChangedLines = SessionActivity["changed_lines"];

interface Turn {
  /** The clone. */
  folder: string;
  startedAt: number;
  doings: Doings;
  lines: ChangedLines;
  countedAt: number;
}

/** A person reads no faster, and an agent may do many things in this time. */
const reportEveryMs = 250;
const countEveryMs = 15_000;

interface ActivityDeps {
  clock: Clock;
  redact(text: string): string;
  /** What the session's agent does changed; null once its turn ended. */
  changed(sessionId: number, activity: SessionActivity | null): void;
  /** Whether somebody sees it. Lines are not counted otherwise. */
  isWatched(): boolean;
  /** Null if they cannot be counted. */
  countLines(sessionId: number): Promise<ChangedLines>;
}

/** What the agents of active turns do now. Kept in memory, because it ends with their processes. */
export function activityService(deps: ActivityDeps) {
  const { clock } = deps;
  const turns = new Map<number, Turn>();
  const reports = gatherReports((id) => {
    const turn = turns.get(id);
    if (turn) deps.changed(id, viewOf(turn, deps.redact));
  });

  async function count(id: number, turn: Turn): Promise<void> {
    if (!deps.isWatched() || clock.now() - turn.countedAt < countEveryMs) return;
    turn.countedAt = clock.now();
    const lines = await deps.countLines(id).catch(() => null);
    if (lines === null || turns.get(id) !== turn) return;
    if (lines.added === turn.lines?.added && lines.removed === turn.lines.removed) return;
    turn.lines = lines;
    reports.add(id);
  }

  return {
    begin(id: number, folder: string): void {
      turns.set(id, freshTurn(folder, clock.now()));
      reports.add(id);
    },
    step(id: number, step: ActivityStep): void {
      const turn = turns.get(id);
      if (!turn) return;
      const next = afterStep(turn.doings, step, clock.now());
      if (next === turn.doings) return;
      turn.doings = next;
      reports.add(id);
      if (step.step === "result") void count(id, turn);
    },
    end(id: number): void {
      if (turns.delete(id)) deps.changed(id, null);
    },
    /** Null if no turn is active. */
    of(id: number): SessionActivity | null {
      const turn = turns.get(id);
      return turn ? viewOf(turn, deps.redact) : null;
    },
    /** Of every active turn, by session id. */
    all: (): [number, SessionActivity][] => [...turns].map(([id, turn]) => [id, viewOf(turn, deps.redact)]),
  };
}

const freshTurn = (folder: string, now: number): Turn => ({
  folder,
  startedAt: now,
  doings: begin(now),
  lines: null,
  countedAt: Number.NEGATIVE_INFINITY,
});

function viewOf(turn: Turn, redact: ActivityDeps["redact"]): SessionActivity {
  const about = { folder: turn.folder, redact };
  const { act, since, output } = turn.doings.at(-1) ?? { act: thinking, since: turn.startedAt };
  return {
    act: act.kind,
    subject: shownSubject(act, about),
    since: instant(since),
    turn_started_at: instant(turn.startedAt),
    changed_lines: turn.lines,
    output: output === undefined ? [] : lastLines(output, redact),
    background: turn.doings
      .filter(({ isInBackground }) => isInBackground === true)
      .map((doing) => ({
        id: doing.taskId ?? "",
        subject: shownSubject(doing.act, about),
        since: instant(doing.since),
      })),
  };
}

/** Reports each session once for all its changes in a short time. */
function gatherReports(report: (id: number) => void) {
  const ids = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    const due = [...ids];
    ids.clear();
    for (const id of due) report(id);
  };
  return {
    add(id: number): void {
      ids.add(id);
      timer ??= setTimeout(flush, reportEveryMs).unref();
    },
  };
}
