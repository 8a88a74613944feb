import type { Database } from "../../../db/open.ts";
import type { Encoded } from "../../../http/mount.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { PullRequestService } from "../../review/pull-requests/index.ts";
import type { HierarchyService } from "../../sessions/hierarchy/index.ts";
import type { HumanMessageService } from "../../sessions/human-messages/index.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import type { WaitReasonService } from "../../sessions/wait-reasons/index.ts";
import type { ActivityService } from "../../turns/activity/index.ts";
import type { UsageService } from "../../usage/calls/index.ts";
import type { RowFacts, SessionExtras } from "./model.ts";

export type OverviewService = ReturnType<typeof overviewService>;

const openStatuses = ["needs_input", "failed", "running", "waiting"] as const;
/** The maximum number of sessions per status, newest first; the board shows no more in one list. */
const factsLimit = 500;

/** Reads a session together with its related facts. */
export function overviewService(deps: {
  database: Database;
  clock: Clock;
  sessions: SessionService;
  hierarchy: Pick<HierarchyService, "tree">;
  humanMessages: Pick<HumanMessageService, "list" | "gaps">;
  waiting: WaitReasonService;
  activity: Pick<ActivityService, "of">;
  pullRequests: Pick<PullRequestService, "opened">;
  usage: Pick<UsageService, "costs">;
  statusSummary(row: SessionRow): SessionExtras["status_summary"];
  /** The response that `embed` builds from the stored JSONL transcript. */
  withTranscript<Answer>(sessionId: number, embed: (raw: string) => Answer): Promise<Answer | Encoded>;
  /** Marks the person's notifications about this session as read. */
  markSeen(sessionId: number): void;
}) {
  const { sessions, clock } = deps;

  function extras(row: SessionRow): SessionExtras {
    const tree = deps.hierarchy.tree(row);
    return {
      status_summary: deps.statusSummary(row),
      waiting: deps.waiting.of(row),
      activity: deps.activity.of(row.id),
      session_hierarchy: tree,
      human_messages: deps.humanMessages.list(row.id, tree.nodes),
      human_message_capture_gaps: deps.humanMessages.gaps(tree.nodes),
    };
  }

  function read(reference: string): SessionExtras & { session: Session } {
    return deps.database.snapshot(() => {
      const row = sessions.find(reference);
      return { session: sessions.view(row), ...extras(row) };
    });
  }

  return {
    read,

    /** By session id, for open sessions that have any of these facts. */
    rowFacts(): Record<string, RowFacts> {
      const rows = openStatuses.flatMap((status) => sessions.withStatus(status, factsLimit));
      const ids = rows.map(({ id }) => id);
      const opened = deps.pullRequests.opened(ids);
      const costs = deps.usage.costs(ids);
      return Object.fromEntries(
        rows.flatMap((row) => {
          const facts = {
            waiting: deps.waiting.glance(row),
            pull_requests: opened.get(row.id) ?? [],
            cost: costs.get(row.id) ?? null,
          };
          return saysSomething(facts) ? [[row.id, facts]] : [];
        }),
      );
    },

    async readWithTranscript(reference: string): Promise<(SessionExtras & { session: Session }) | Encoded> {
      const answer = read(reference);
      return deps.withTranscript(answer.session.id, (transcript) => ({
        ...answer,
        session: { ...answer.session, transcript },
      }));
    },

    /** R53: records that the person has seen the session, without changing the session. */
    markViewed: (reference: string): void =>
      deps.database.transaction(() => {
        const row = sessions.find(reference);
        sessions.write(row, { lastTouchedAt: clock.now(), updatedAt: row.updatedAt });
        deps.markSeen(row.id);
      }),
  };
}

const saysSomething = ({ waiting, pull_requests, cost }: RowFacts): boolean =>
  waiting !== null || cost !== null || pull_requests.length > 0;
