import { z } from "zod";
import { targetField } from "../../../mcp/target.ts";
import { attentionKinds, chosenKinds, goalText, promptText } from "../../sessions/sessions/model.ts";

const names = z.array(z.string().min(1).max(200));
const catalog = "names from the catalog; they replace the current ones, and an empty list means none";

/** A filter of the lists. */
export const attentionFilter = z
  .array(z.enum(attentionKinds))
  .optional()
  .describe("Only sessions that stopped and wait for one of these");

/** The fields of all session actions. Each action validates its own. */
export const actionInput = z
  .object({
    session_id: targetField,
    prompt: promptText.describe("The prompt for the agent"),
    goal: goalText.describe("A goal's id from get_configs, or a sentence"),
    force_immediate: z.boolean().describe("Interrupts the active turn"),
    message: promptText.describe("What to report"),
    reason: z.enum(["wrong_scope", "missing_tools", "other"]).describe("Why; other by default"),
    unarchive_parent: z.boolean().describe("Brings an archived parent back first"),
    cancel_wakes: z.boolean().describe("Also cancels pending wakes"),
    wake_id: z.number().int().describe("This wake only"),
    force: z.boolean().describe("Discards queued messages"),
    end_turn: z.boolean().describe("Ends an active turn; false refuses instead"),
    session_ids: z.array(z.number().int()).describe("The sessions' ids"),
    mcp_servers: names.describe(`MCP servers: ${catalog}`),
    skills: names.describe(`Skills: ${catalog}`),
    hooks: names.describe(`Hooks: ${catalog}`),
    plugins: names.describe(`Plugins: ${catalog}`),
    model: z.string().describe("A model id of the session's runtime"),
    effort: z.string().describe("A reasoning effort of the model; default or empty for the model's own"),
    scheduling_class: z.string().describe("spot or priority; empty for the class of its origin"),
    precedence: z.number().int().describe("Rank among those that wait; higher goes first"),
    above_id: z.number().int().describe("The session it goes below; none for the top"),
    below_id: z.number().int().describe("The session it goes above; none for the end"),
    expected_victim_id: z
      .number()
      .int()
      .describe("The session whose turn is stopped, as waiting.banners names it"),
    place: z.string().describe("top_of_spot: ahead of all others of class spot; not with precedence"),
    visibility: z.enum(["visible", "hidden", "snoozed"]),
    snoozed_until: z.string().describe("YYYY-MM-DDTHH:MM in local time of the timezone"),
    timezone: z.string().describe("An IANA time zone name, such as Europe/Berlin"),
    attention: z
      .enum([...chosenKinds, "automatic"])
      .describe("What it waits for; automatic to have it decided again"),
    category_id: z.number().int().nullable().describe("A category from manage_categories; null for none"),
    enabled: z.boolean(),
    interval_seconds: z.number().int().min(30).max(86_400),
    message_index: z.number().int().describe("The last transcript line to include, counted from 0"),
    session_notes: z.string().describe("The new notes; empty clears them"),
    title: z.string().describe("1 to 100 characters"),
    slug: z
      .string()
      .max(200)
      .describe("Lower-case letters, digits and hyphens, unlike every other session's"),
    custom_metadata: z
      .record(z.string(), z.unknown())
      .describe("The caller's own data, in place of what is there"),
    is_autonomous: z
      .boolean()
      .describe("Whether it works without a person; broadcast events count only such sessions"),
    uncle_id: z.number().int().positive().describe("The session whose link to this one is removed"),
  })
  .partial();
export type ActionInput = z.output<typeof actionInput>;
export type Field = keyof ActionInput;
