import { z } from "zod";
import { factList, heading, page } from "../../mcp/markdown.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../mcp/tool.ts";
import { promptText, type Session } from "../sessions/model.ts";
import type { ArmedWake } from "../wakes/model.ts";
import { selfRefusal } from "./errors.ts";
import type { ActingDeps, SelfContext } from "./ports.ts";
import { wakeList } from "./session-page.ts";

const actionNames = [
  "update_notes",
  "update_title",
  "set_heartbeat",
  "message_parent",
  "sleep",
  "rest_in_needs_input",
  "cancel_wakes",
  "archive",
] as const;

const input = z.object({
  action: z.enum(actionNames),
  session_id: z.number().int().optional().describe("Your own session, which it is when left out"),
  session_notes: z.string().optional().describe("update_notes: the notes from now on; empty clears them"),
  title: z.string().optional().describe("update_title: 1 to 100 characters"),
  enabled: z.boolean().optional().describe("set_heartbeat"),
  interval_seconds: z.number().int().min(30).max(86_400).optional().describe("set_heartbeat"),
  message: promptText.optional().describe("message_parent: what to report"),
  reason: z.enum(["wrong_scope", "missing_tools", "other"]).default("other").describe("message_parent: why"),
  force_immediate: z.boolean().optional().describe("message_parent: interrupt the parent's turn"),
  unarchive_parent: z.boolean().optional().describe("message_parent: bring an archived parent back first"),
  cancel_wakes: z.boolean().optional().describe("rest_in_needs_input: take your armed wakes back as well"),
  wake_id: z.number().int().optional().describe("cancel_wakes: this one only"),
  end_turn: z.boolean().default(true).describe("archive: false refuses while this turn runs"),
  force: z.boolean().optional().describe("archive: discard messages that are queued for you"),
});
type Input = z.output<typeof input>;

const description = [
  "Acts on your own session:",
  "update_notes (notes that stand below every prompt), update_title, set_heartbeat (an automatic nudge while you rest),",
  "message_parent (report to the session that spawned yours),",
  "sleep (rest at the end of this turn until somebody writes to you),",
  "rest_in_needs_input (rest for a person although a wake is armed; your last act),",
  "cancel_wakes, archive (you are done; your last act).",
].join(" ");

export const actionTool = (deps: ActingDeps): Tool<SelfContext> => {
  const actions = sessionActions(deps);
  return defineTool({
    name: "action_session",
    description,
    group: "self_session",
    write: true,
    input,
    run(given, { sessionId }: SelfContext) {
      holdToOwn(given.session_id, sessionId);
      return actions[given.action](String(sessionId), given);
    },
  });
};

/** The other sessions are for looking at. */
export function holdToOwn(named: number | undefined, own: number): void {
  if (named !== undefined && named !== own) throw selfRefusal("other_session", { own });
}

type Action = (own: string, input: Input) => ToolAnswer | Promise<ToolAnswer>;

function sessionActions(deps: ActingDeps): Record<Input["action"], Action> {
  const { turns, wakes, redact } = deps;
  return {
    update_notes(own, { session_notes, action }) {
      const notes = given({ session_notes }, action);
      return changed("Notes Updated", deps.changeNotes(own, redact(notes)));
    },
    update_title(own, { title, action }) {
      return changed("Title Updated", deps.changeTitle(own, redact(given({ title }, action))));
    },
    set_heartbeat(own, { enabled, interval_seconds }) {
      const session = deps.changeHeartbeat(own, { enabled, interval_seconds });
      const { heartbeat_enabled, heartbeat_interval_seconds } = session;
      return changed("Heartbeat Updated", session, { heartbeat_enabled, heartbeat_interval_seconds });
    },
    async message_parent(own, { message, reason, force_immediate, unarchive_parent, action }) {
      const report = {
        message: redact(given({ message }, action)),
        reason,
        force_immediate,
        unarchive_parent,
      };
      const told = await turns.messageParent(own, report);
      return changed("Parent Messaged", told.session, { delivered: told.delivered, message: told.message });
    },
    sleep: (own) => changed("Session Sleeps", turns.sleep(own)),
    rest_in_needs_input(own, { cancel_wakes }) {
      if (cancel_wakes === true) wakes.cancel(own);
      const armed = wakes.restForPerson(own);
      return withWakes("Session Rests For A Person", armed, "End your turn now, saying what you need.");
    },
    cancel_wakes: (own, { wake_id }) => withWakes("Wakes Cancelled", wakes.cancel(own, wake_id), ""),
    async archive(own, { end_turn, force }) {
      const message = await deps.archive(Number(own), { force: force === true, endTurn: end_turn });
      return {
        text: page(heading(2, "Session Archived"), message),
        facts: { session_id: Number(own), message },
      };
    },
  };
}

/** The one value an action cannot do without. */
function given(named: Record<string, string | undefined>, action: string): string {
  const [[name, value] = ["", undefined]] = Object.entries(named);
  if (value === undefined) throw selfRefusal("missing", { name, action });
  return value;
}

function changed(
  outcome: string,
  { id, title, status, session_notes }: Session,
  more: Record<string, string | number | boolean> = {},
): ToolAnswer {
  const facts = { session_id: id, title, status, session_notes, ...more };
  const rest = Object.entries(more);
  const list = factList([
    ["ID", id],
    ["Title", title],
    ["Status", status],
    ["Notes", session_notes],
    ...rest,
  ]);
  return { text: page(heading(2, outcome), list), facts };
}

function withWakes(outcome: string, wakes: readonly ArmedWake[], closing: string): ToolAnswer {
  const armed = wakes.length === 0 ? "No wake." : wakeList(wakes);
  return { text: page(heading(2, outcome), armed, closing), facts: { wakes } };
}
