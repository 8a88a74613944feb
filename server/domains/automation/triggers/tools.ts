import { z } from "zod";
import { Refusal } from "../../../lib/errors.ts";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, oneLine, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { defineTool, type ToolAnswer } from "../../../mcp/tool.ts";
import { triggerRefusal } from "./errors.ts";
import { newTrigger, type Trigger, type TriggerChange, triggerOperations } from "./model.ts";
import { text } from "./text.ts";
import { triggerBlock, triggerPage } from "./trigger-page.ts";

const searchTriggers = defineTool({
  name: "search_triggers",
  description:
    "Finds triggers, which start sessions from a template: one by id with its latest sessions, or a list, newest first.",
  effect: "read",
  input: z.object({
    id: z.number().int().optional(),
    trigger_type: z
      .string()
      .optional()
      .describe("A kind of condition, such as schedule, ao_event, chat or code_host_label"),
    status: z.enum(["enabled", "disabled", "failed"]).optional(),
    include_channels: z.boolean().optional().describe("Include the channels that a chat condition can name"),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ id, trigger_type, include_channels, ...query }, caller) {
    const { call } = caller;
    if (id !== undefined) {
      const facts = await call(triggerOperations.getTrigger, { params: { id: String(id) } });
      checkRoot(facts.trigger, caller);
      return { text: triggerPage("Trigger", facts), facts };
    }
    const filters = { ...query, condition_type: trigger_type?.trim() === "" ? undefined : trigger_type };
    const found = await call(triggerOperations.listTriggers, { query: filters });
    const { channels, block } = include_channels === true ? await channelsFor(caller) : noChannels;
    const triggers = found.triggers.filter((trigger) => isOpenTo(trigger, caller));
    const blocks = triggers.length === 0 ? [text.noneFound] : triggers.map(triggerBlock);
    // The count is of all roots.
    const count = caller.roots === null && triggers.length > 0 ? text.found(found.pagination) : null;
    const shown = page(heading(2, "Triggers"), count, ...blocks, block);
    return { text: shown, facts: { ...found, triggers, ...channels } };
  },
});

const noChannels = { channels: {}, block: null };

/** Without a chat platform the triggers are listed all the same. */
async function channelsFor({ call }: McpCaller): Promise<{ channels: object; block: string }> {
  const title = heading(3, "Channels");
  try {
    const found = await call(triggerOperations.listTriggerChannels, {});
    const lines = found.channels.map(({ id, name }) => `- #${oneLine(name)} (ID: ${id})`);
    return { channels: found, block: page(title, lines.length === 0 ? text.noChannels : lines.join("\n")) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { channels: {}, block: page(title, text.channelsUnknown(error.message)) };
  }
}

const { shape } = newTrigger;
const settings = z.record(z.string(), z.unknown());

const input = z.object({
  action: z.enum(["create", "update", "delete", "toggle", "invoke"]),
  id: z.number().int().optional().describe("Required for every action except create"),
  ...newTrigger
    .omit({
      catalog_skills: true,
      catalog_hooks: true,
      catalog_plugins: true,
      trigger_conditions_attributes: true,
      conditions: true,
      session_id: true,
    })
    .partial().shape,
  prompt_template: shape.prompt_template
    .optional()
    .describe("{{variable}} and {{variable|untrusted}} are replaced when the trigger fires"),
  skills: shape.catalog_skills,
  hooks: shape.catalog_hooks,
  plugins: shape.catalog_plugins,
  trigger_type: z.string().optional().describe("The kind of condition, for a trigger with a single one"),
  configuration: settings
    .optional()
    .describe("The settings of that condition, such as {interval, unit, time, timezone}"),
  conditions: z
    .array(
      z.object({
        id: z
          .number()
          .int()
          .optional()
          .describe("The condition to change; without an id, a condition is added"),
        trigger_type: z.string().optional(),
        configuration: settings.optional(),
        remove: z.boolean().optional(),
      }),
    )
    .optional()
    .describe("Several conditions; any of them starts a session"),
  variables: settings.optional().describe("For invoke: the values of the template's placeholders"),
});
type Input = z.output<typeof input>;

const actionTrigger = defineTool({
  name: "action_trigger",
  description: [
    "Creates, changes, deletes, toggles or invokes a trigger.",
    "create needs name, agent_root_name and prompt_template; update changes only the fields you send;",
    "toggle turns it off, or back on if it is off or failed; invoke fires it now, whatever its status.",
    "enqueue_messages and resuscitate_archived need reuse_session.",
  ].join(" "),
  effect: "destroy",
  input,
  run: (given, caller) => actions[given.action](given, caller),
});

/** Of the group `triggers`. */
export const triggerTools = [searchTriggers, actionTrigger] as const;

const actions: Record<Input["action"], (given: Input, caller: McpCaller) => Promise<ToolAnswer>> = {
  async create(given, caller) {
    checkReuse(given, given.reuse_session === true);
    checkScope(given, caller);
    // The operation checks which fields are missing.
    const body = bodyOf(given) as z.input<typeof newTrigger>;
    const facts = await caller.call(triggerOperations.createTrigger, { body });
    return { text: triggerPage("Trigger Created", facts, facts.warnings), facts };
  },
  async update(given, caller) {
    const { params, trigger } = await find(given, caller);
    checkReuse(given, given.reuse_session ?? trigger.reuse_session);
    checkScope(given, caller);
    const facts = await caller.call(triggerOperations.updateTrigger, {
      params,
      body: bodyOf(given, trigger),
    });
    return { text: triggerPage("Trigger Updated", facts, facts.warnings), facts };
  },
  async delete(given, caller) {
    const { params, trigger } = await find(given, caller);
    await caller.call(triggerOperations.deleteTrigger, { params });
    const { id, name } = trigger;
    const list = factList([
      ["ID", id],
      ["Name", name],
    ]);
    return { text: page(heading(2, "Trigger Deleted"), list), facts: { id, name } };
  },
  async toggle(given, caller) {
    const { params } = await find(given, caller);
    const facts = await caller.call(triggerOperations.toggleTrigger, { params });
    return { text: triggerPage("Trigger Toggled", facts), facts };
  },
  async invoke(given, caller) {
    const { params } = await find(given, caller);
    const body = { variables: given.variables };
    const facts = await caller.call(triggerOperations.invokeTrigger, { params, body });
    const { trigger, session } = facts;
    const list = factList([
      ["Trigger", `${trigger.name} (ID: ${trigger.id})`],
      ["Session", `${session.title} (ID: ${session.id})`],
      ["Status", session.status],
    ]);
    return { text: page(heading(2, "Trigger Invoked"), list, `${facts.message}.`), facts };
  },
};

async function find({ action, id }: Input, caller: McpCaller) {
  if (id === undefined) throw triggerRefusal("id_missing", { action });
  const params = { id: String(id) };
  const { trigger } = await caller.call(triggerOperations.getTrigger, { params });
  checkRoot(trigger, caller);
  return { params, trigger };
}

function bodyOf({ skills, hooks, plugins, ...given }: Input, before?: Trigger): TriggerChange {
  return {
    ...given,
    catalog_skills: skills,
    catalog_hooks: hooks,
    catalog_plugins: plugins,
    conditions: conditionsOf(given, before),
  };
}

/** A single condition changes the only existing one, or adds one. */
function conditionsOf(
  { trigger_type, configuration, conditions }: Omit<Input, "skills" | "hooks" | "plugins">,
  before: Trigger | undefined,
): TriggerChange["conditions"] {
  const several = conditions?.map(({ trigger_type: type, remove, ...condition }) => ({
    ...condition,
    condition_type: type,
    _destroy: remove === true,
  }));
  if (trigger_type === undefined && configuration === undefined) return several;
  const only = before?.conditions.length === 1 ? before.conditions[0] : undefined;
  return [{ id: only?.id, condition_type: trigger_type, configuration }, ...(several ?? [])];
}

/** REST stores these two as false without reuse; a model gets an error instead (R89). */
function checkReuse({ enqueue_messages, resuscitate_archived }: Input, reuses: boolean): void {
  const field =
    enqueue_messages === true
      ? "enqueue_messages"
      : resuscitate_archived === true
        ? "resuscitate_archived"
        : null;
  if (field !== null && !reuses) throw triggerRefusal("reuse_required", { field });
}

const isOpenTo = (
  { agent_root_name: root }: Pick<Trigger, "agent_root_name">,
  { roots }: McpCaller,
): boolean => roots === null || roots.includes(root);

/** A trigger may only start what the caller could start (R222). */
function checkScope({ agent_root_name: root, mcp_servers, plugins, hooks }: Input, caller: McpCaller): void {
  if (root !== undefined) checkRoot({ agent_root_name: root }, caller);
  // Empty lists mean the defaults of the root.
  const chosen = [...(mcp_servers ?? []), ...(plugins ?? []), ...(hooks ?? [])];
  if (caller.roots !== null && chosen.length > 0) throw triggerRefusal("own_equipment");
}

function checkRoot(trigger: Pick<Trigger, "agent_root_name">, caller: McpCaller): void {
  if (!isOpenTo(trigger, caller)) throw triggerRefusal("other_root", { root: trigger.agent_root_name });
}
