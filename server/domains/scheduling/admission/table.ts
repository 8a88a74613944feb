import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** What the spot queue remembers of a session. Times are epoch ms. */
export const spotRecords = sqliteTable(
  "spot_records",
  {
    sessionId: integer("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /**
     * `held`: its turn waits for the gate. `paused`: its turn was stopped and goes on from the queue. `admitted`: it runs one
     * turn because it had waited so long. Null: it is not in the queue.
     */
    state: text({ enum: ["held", "paused", "admitted"] }),
    why: text({
      enum: [
        "at_utilization_limit",
        "fleet_at_cap",
        "budget_reached",
        "unread",
        "quota",
        "preempted",
        "forced_out",
        "by_hand",
        "all_paused",
        "waited_long",
      ],
    }),
    /** The decision's sentence at that moment. */
    detail: text(),
    /** Since when it waits without having run in between. */
    since: integer(),
    /** A priority session needs its slot: it gives it up at the end of its turn, or some minutes later. */
    markedAt: integer("marked_at"),
    markedFor: integer("marked_for"),
    preemptedAt: integer("preempted_at"),
    preemptedCount: integer("preempted_count").notNull().default(0),
    forcedOutAt: integer("forced_out_at"),
  },
  (table) => [index("spot_records_state").on(table.state, table.since)],
);
