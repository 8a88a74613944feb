/**
 * What the agent of one session can do within an hour that reaches others: its owner's devices, other sessions and what
 * starts later. Far above what an agent at work does, and far below what somebody has to clean up afterwards.
 */
export const agentLimits = {
  notification: 20,
  question: 60,
  wake: 60,
  session: 120,
  message: 240,
  trigger: 60,
  /** Titles, notes and what else is shown of the session. */
  description: 240,
  other: 1_200,
} as const;

export type LimitedAct = keyof typeof agentLimits;

export const windowMs = 3_600_000;

/** The act of a tool; of some, it depends on the `action` that they are called with. */
const acts: Readonly<Record<string, LimitedAct | Readonly<Record<string, LimitedAct>>>> = {
  wake_me_up_later: "wake",
  wake_me_up_when_session_changes_state: "wake",
  start_session: "session",
  quick_router: "session",
  manage_enqueued_messages: "message",
  manage_categories: {
    create: "description",
    update: "description",
    delete: "description",
    reorder: "description",
    set_session_category: "description",
  },
  respond_to_elicitation: "message",
  action_trigger: "trigger",
  action_session: {
    update_notes: "description",
    update_title: "description",
    change_category: "description",
    set_heartbeat: "wake",
    sleep: "wake",
    message_parent: "message",
    follow_up: "message",
    fork: "session",
  },
};

/** The act that a call of a tool counts as. Null for one that is counted where it is carried out, however it is asked for. */
export function actOf(tool: string, input: unknown): LimitedAct | null {
  if (tool === "send_push_notification") return null;
  const found = Object.hasOwn(acts, tool) ? acts[tool] : undefined;
  if (typeof found === "string") return found;
  const action = String((input as { action?: unknown } | null)?.action);
  return (found !== undefined && Object.hasOwn(found, action) ? found[action] : undefined) ?? "other";
}

/** When a further act is within the limit: now if it is null, else at that time. `earlier`: the acts of the last hour. */
export function freeAt(earlier: readonly number[], most: number): number | null {
  const oldest = earlier[earlier.length - most];
  return oldest === undefined ? null : oldest + windowMs;
}
