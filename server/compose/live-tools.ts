import type { LiveTools } from "../domains/live/conversations/index.ts";
import { fleetTools } from "../domains/surfaces/fleet-tools/index.ts";
import type { Context } from "../http/mount.ts";
import { contextWithoutRequest } from "../http/no-request.ts";
import { isObject } from "../lib/json.ts";
import type { Logger } from "../lib/logger.ts";
import type { CallLimits, CallOperation } from "../mcp/call-operation.ts";
import type { ToolGroup } from "../mcp/groups.ts";
import { runTool } from "../mcp/run-tool.ts";
import type { Tool } from "../mcp/tool.ts";
import { inputSchemaOf } from "../mcp/tool-schema.ts";

/** The tools of /mcp, which are there once the operations are served. */
export interface LiveToolRegistry extends LiveTools {
  /** Does not compile unless each tool that is offered is in one of the groups. */
  offer<Groups extends readonly ToolGroup[]>(of: {
    groups: HasOffered<NameIn<Groups> | NameOf<typeof fleetTools>> extends true ? Groups : never;
    callAs(context: Context, limits: CallLimits): CallOperation;
  }): void;
}

type NameOf<Tools extends readonly Tool[]> = Tools[number]["name"];
type NameIn<Groups extends readonly ToolGroup[]> = NameOf<Groups[number]["tools"]>;
/** Names that are known as text only say nothing. */
type HasOffered<Name extends string> = string extends Name
  ? false
  : (typeof offered)[number] extends Name
    ? true
    : false;

/** In the order in which the model reads them. What mends the service itself stays with agents and the board. */
const offered = [
  "what_needs_me",
  "quick_search_sessions",
  "get_session",
  "get_user_view",
  "start_session",
  "quick_router",
  "action_session",
  "manage_enqueued_messages",
  "respond_to_elicitation",
  "get_notifications",
  "action_notification",
  "search_triggers",
  "action_trigger",
  "get_costs",
  "get_quota",
  "get_system_health",
  "get_configs",
  "list_pull_requests",
  "merge_pull_requests",
  "action_live_settings",
] as const;

const mostSessions = 12;

export function liveToolRegistry({
  log,
  clean,
}: {
  log: Logger;
  clean(input: unknown): unknown;
}): LiveToolRegistry {
  let tools = new Map<string, Tool>();
  let callAs: ((context: Context, limits: CallLimits) => CallOperation) | undefined;
  return {
    offer(of) {
      const all = [...fleetTools, ...of.groups.flatMap((group) => group.tools)].reverse();
      const byName = new Map<string, Tool>(all.map((tool) => [tool.name, tool]));
      tools = new Map(
        offered.map((name) => {
          const tool = byName.get(name);
          if (!tool) throw new Error(`There is no tool ${name}`);
          return [name, tool];
        }),
      );
      callAs = of.callAs;
    },

    list: () =>
      [...tools.values()].map((tool) => {
        const { $schema: _schema, ...parameters } = inputSchemaOf(tool);
        return { type: "function", name: tool.name, description: tool.description, parameters };
      }),

    effectOf: (name) => tools.get(name)?.effect ?? null,

    async run(name, input, actor) {
      const tool = tools.get(name);
      if (!tool || !callAs) throw new Error(`There is no tool ${name}`);
      // What a model asks for, with words of agents before it, never widens access.
      const call = callAs(contextWithoutRequest(actor), { widensNothing: true });
      const caller = { actor, sessionId: null, roots: null, call };
      const { text, facts, failed } = await runTool(tool, input, { caller, clean, log });
      return { text, failed, sessionIds: sessionsIn(input, facts) };
    },
  };
}

/** The sessions that a call was about, for the board to light up. */
function sessionsIn(input: unknown, facts: object): number[] {
  const sent = isObject(input) ? input : {};
  const found = facts as Readonly<Record<string, unknown>>;
  const lists = [sent["session_ids"], found["sessions"]].filter(Array.isArray).flat();
  const ids = [sent["session_id"], found["session"], found["session_id"], ...lists].map((value) =>
    isObject(value) ? Number(value["id"]) : Number(value ?? Number.NaN),
  );
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, mostSessions);
}
