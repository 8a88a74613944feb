import { z } from "zod";
import { targetField } from "../../../mcp/target.ts";
import { goalText, promptText } from "../sessions/model.ts";

const names = z.array(z.string().min(1).max(200));
const catalog = "names of the catalog; they replace what is chosen, and an empty list means none";

/** What some action of a session takes. Each is judged by the action's own rules. */
export const actionInput = z
  .object({
    session_id: targetField,
    prompt: promptText.describe("What the agent is to read"),
    goal: goalText.describe("A goal's id from get_configs, or a sentence"),
    force_immediate: z.boolean().describe("Interrupts the turn that runs"),
    message: promptText.describe("What to report"),
    reason: z.enum(["wrong_scope", "missing_tools", "other"]).describe("Why; other where it is left out"),
    unarchive_parent: z.boolean().describe("Brings an archived parent back first"),
    cancel_wakes: z.boolean().describe("Takes the armed wakes back as well"),
    wake_id: z.number().int().describe("This wake only"),
    force: z.boolean().describe("Discards messages that are queued"),
    end_turn: z.boolean().describe("Ends a turn that runs; false refuses instead"),
    session_ids: z.array(z.number().int()).describe("The sessions' ids"),
    mcp_servers: names.describe(`MCP servers: ${catalog}`),
    skills: names.describe(`Skills: ${catalog}`),
    hooks: names.describe(`Hooks: ${catalog}`),
    plugins: names.describe(`Plugins: ${catalog}`),
    model: z.string().describe("A model id of the session's runtime"),
    effort: z.string().describe("A reasoning effort of the model; default or empty for the model's own"),
    scheduling_class: z.string().describe("spot or priority; empty for the class of its origin"),
    precedence: z.number().int().describe("Rank among those that wait; lower goes first"),
    place: z.string().describe("top_of_spot: ahead of all others of class spot; not with precedence"),
    visibility: z.enum(["visible", "hidden", "snoozed"]),
    snoozed_until: z.string().describe("YYYY-MM-DDTHH:MM as clocks in the timezone show it"),
    timezone: z.string().describe("A name of the IANA database, such as Europe/Berlin"),
    enabled: z.boolean(),
    interval_seconds: z.number().int().min(30).max(86_400),
    message_index: z.number().int().describe("A line of the transcript, counted from 0; it is included"),
    session_notes: z.string().describe("The notes from now on; empty clears them"),
    title: z.string().describe("1 to 100 characters"),
  })
  .partial();
export type ActionInput = z.output<typeof actionInput>;
export type Field = keyof ActionInput;
