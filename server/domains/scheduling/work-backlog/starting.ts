import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Genesis, NewSession, SchedulingClass, Session } from "../../sessions/sessions/model.ts";
import { backlogRefusal, cannotStart } from "./errors.ts";
import { readIssue } from "./rules.ts";
import type { BacklogRow, BacklogStore } from "./store.ts";
import { text } from "./text.ts";

/** Who starts items: a person, an agent, or the service itself. */
export interface StartedBy {
  name: string;
  actor: Actor | null;
  /** The session whose agent asks: the parent of what is started. */
  puller: SessionRow | null;
}

export interface StartOptions {
  class: SchedulingClass;
  precedence: number | null;
}

export interface StartingDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  sessions: Pick<SessionService, "create" | "byId">;
  /** The agent root that works on the repository at this address; null if none does. */
  rootOf(gitRoot: string): string | null;
}

/** What sessions for issues are to reach. */
const issueGoal = "open-reviewed-green-pr";
/** So many items that cannot be started are passed over in one pull. */
const mostPassedOver = 50;

/** Starts sessions for items: each is created and its item marked in one transaction. */
export function itemStarting(deps: StartingDeps, store: BacklogStore) {
  const { database, clock, log, sessions } = deps;

  /** Throws a refusal if no session can be created for it. */
  function start(row: BacklogRow, by: StartedBy, how: StartOptions): { row: BacklogRow; session: Session } {
    const result = database.transaction(() => {
      const { session } = sessions.create(
        sessionOf(row, by, { ...how, rootOf: deps.rootOf }),
        genesisOf(by),
        {
          ...(by.actor && { author: by.actor }),
          agentSession: by.puller?.id ?? null,
        },
      );
      const changed = store.change(row.id, {
        status: "started",
        heldAt: null,
        heldBy: null,
        startedSessionId: session.id,
        startedBySessionId: by.puller?.id ?? null,
        startedBy: by.name,
        startedAt: clock.now(),
      });
      return { row: changed, session };
    });
    log.info(text.log.started(by.name, row.key, result.session.id));
    return result;
  }

  /** The row with its session, or why there is none. */
  function attempt(row: BacklogRow, by: StartedBy, precedence: number): ReturnType<typeof start> | Refusal {
    try {
      return start(row, by, { class: "spot", precedence });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn(cannotStart(row.key, error).message);
      return error;
    }
  }

  return {
    start(row: BacklogRow, by: StartedBy, how: StartOptions) {
      try {
        return start(row, by, how);
      } catch (error) {
        throw error instanceof Refusal && error.status === 422 ? cannotStart(row.key, error) : error;
      }
    },

    /** Starts the next ones as spot sessions, the first of them with the highest precedence. */
    startNext(count: number, by: StartedBy) {
      const started: ReturnType<typeof start>[] = [];
      const skipped: { key: string; reason: string }[] = [];
      for (const row of store.startable(count + mostPassedOver)) {
        if (started.length === count) break;
        const result = attempt(row, by, rankOf(by, count - started.length));
        if (result instanceof Refusal) skipped.push({ key: row.key, reason: result.message });
        else started.push(result);
      }
      return { started, skipped };
    },

    /** Starts these; one that was started before answers with its session, so that a call can be repeated. */
    startKeys(keys: readonly string[], by: StartedBy) {
      const started: { row: BacklogRow; session: Session | SessionRow }[] = [];
      const skipped: { key: string; reason: string }[] = [];
      for (const [index, key] of keys.entries()) {
        const row = store.find(key);
        const why = row ? whyNot(row) : text.skipped.unknown;
        const before = row?.startedSessionId ? sessions.byId(row.startedSessionId) : undefined;
        if (row && row.status === "started" && before) started.push({ row, session: before });
        else if (!row || why !== null) skipped.push({ key, reason: why ?? text.skipped.gone });
        else {
          const result = attempt(row, by, rankOf(by, keys.length - index));
          if (result instanceof Refusal) skipped.push({ key, reason: result.message });
          else started.push(result);
        }
      }
      return { started, skipped };
    },
  };
}

const rankOf = ({ puller }: StartedBy, ahead: number): number => (puller?.precedence ?? 0) + ahead;

/** Why it cannot be started; null if it can. */
function whyNot(row: BacklogRow): string | null {
  if (row.status === "removed") return text.skipped.removed;
  if (row.status === "started") return text.skipped.gone;
  return row.heldAt === null ? null : text.skipped.held;
}

function sessionOf(
  row: BacklogRow,
  by: StartedBy,
  how: StartOptions & Pick<StartingDeps, "rootOf">,
): NewSession {
  const isTitled = row.title.toLowerCase() !== row.key.toLowerCase();
  return {
    ...placeOf(row, how.rootOf),
    title: isTitled ? text.titled(row.key, row.title) : text.title(row.key),
    prompt: promptOf(row),
    ...(row.issueUrl !== null && { goal: issueGoal }),
    scheduling_class: how.class,
    precedence: how.precedence,
    parent_session_id: by.puller?.id ?? null,
    custom_metadata: {
      spawned_by: "work_backlog",
      work_backlog_item_id: row.id,
      work_backlog_item_key: row.key,
    },
  };
}

function placeOf(
  row: BacklogRow,
  rootOf: StartingDeps["rootOf"],
): Pick<NewSession, "agent_root" | "git_root"> {
  const gitRoot = row.gitRoot ?? (row.issueUrl === null ? null : (readIssue(row.issueUrl)?.gitRoot ?? null));
  const root = row.agentRoot ?? (gitRoot === null ? null : rootOf(gitRoot));
  if (root !== null) return { agent_root: root };
  if (gitRoot === null) throw backlogRefusal("no_place", { key: row.key });
  return { git_root: gitRoot };
}

function promptOf(row: BacklogRow): string {
  const work = row.prompt ?? text.prompt.issue(row.issueUrl ?? "");
  const issue = row.prompt !== null && row.issueUrl !== null ? [text.prompt.issue(row.issueUrl)] : [];
  const answer = row.answer === null ? [] : [text.prompt.answer(row.question, row.answer)];
  return [...issue, work, ...answer].join("\n\n");
}

function genesisOf({ actor }: StartedBy): Genesis {
  if (actor === null) return "ao_event";
  return actor.kind === "board" || actor.kind === "native" ? "web_ui" : "api";
}
