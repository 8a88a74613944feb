import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { LiveMode } from "../settings/model.ts";
import { liveRefusal } from "./errors.ts";
import { prepareLiveConversation } from "./jobs.ts";
import type { LiveFeed } from "./ports.ts";
import type { Replies } from "./replies.ts";
import { isOpen } from "./rules.ts";
import type { ConversationRow, LiveStore } from "./store.ts";
import { text } from "./text.ts";

/** How a conversation begins, changes its mode and ends. */
export function liveLifecycle(deps: {
  database: Database;
  store: LiveStore;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  feed: LiveFeed;
  replies: Replies;
  root: string;
  /** What its catalog entry says; null if there is none. */
  rootInstructions(): string | null;
  reloadCatalog(): Promise<void>;
  /** In sentences; empty if nothing is missing. */
  missing(): readonly string[];
  find(id: number): ConversationRow;
}) {
  const { database, store, clock, feed, replies, find } = deps;

  function close(row: ConversationRow): void {
    const now = clock.now();
    replies.giveUp(row.id, text.tool.notRun);
    store.write(row.id, { status: "ended", endedAt: now, updatedAt: now });
    replies.abort(row.id);
    feed.changed(row.id);
  }

  /** It may have been ended meanwhile. */
  function concludePreparation(id: number): void {
    if (store.byId(id)?.status !== "preparing") return;
    const reasons = deps.missing();
    const updatedAt = clock.now();
    if (reasons.length > 0) {
      const errorMessage = text.preparationFailed(reasons.join(" "));
      replies.giveUp(id, errorMessage);
      store.write(id, { status: "failed", errorMessage, updatedAt, endedAt: updatedAt });
    } else {
      store.write(id, { status: "active", rootInstructions: deps.rootInstructions(), updatedAt });
      replies.next(id);
    }
    feed.changed(id);
  }

  return {
    start(mode: LiveMode): ConversationRow {
      const now = clock.now();
      const times = { createdAt: now, updatedAt: now, lastActivityAt: now };
      return database.transaction(() => {
        for (const open of store.open()) close(open);
        const row = store.insert({ mode, status: "preparing", agentRoot: deps.root, ...times });
        deps.jobs.add(prepareLiveConversation, { conversation_id: row.id });
        feed.changed(row.id);
        return row;
      });
    },

    async prepare(id: number): Promise<void> {
      if (store.byId(id)?.status !== "preparing") return;
      await deps.reloadCatalog();
      database.transaction(() => concludePreparation(id));
    },

    setMode(id: number, mode: LiveMode): ConversationRow {
      const row = find(id);
      if (!isOpen(row.status)) throw liveRefusal("ended");
      if (row.mode === mode) return row;
      // What is typed now comes after what was said, even if that arrives later.
      store.write(id, { mode, updatedAt: clock.now(), callNumber: row.callNumber + 1 });
      feed.changed(id);
      return find(id);
    },

    finish(id: number): ConversationRow {
      const row = find(id);
      if (isOpen(row.status)) database.transaction(() => close(row));
      return find(id);
    },
  };
}
