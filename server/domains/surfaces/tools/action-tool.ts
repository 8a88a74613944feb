import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { anySession, ownSession, type Target } from "../../../mcp/target.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { type Action, type Outcome, settingsActions } from "./actions.ts";
import { toolRefusal } from "./errors.ts";
import { type ActionInput, actionInput, type Field } from "./fields.ts";
import type { SessionToolDeps } from "./ports.ts";
import { queueActions } from "./queue-actions.ts";
import { recordActions } from "./record-actions.ts";
import { type ActionName, text } from "./text.ts";
import { turnActions } from "./turn-actions.ts";

type Actions = Readonly<Partial<Record<ActionName, Action>>>;

const ownNames = [
  "update_notes",
  "update_title",
  "set_heartbeat",
  "message_parent",
  "sleep",
  "rest_in_needs_input",
  "cancel_wakes",
  "archive",
] as const satisfies readonly ActionName[];

type ActionTool = Tool<"action_session">;

/** Every action, on any session. */
export const sessionActions = (deps: SessionToolDeps): ActionTool =>
  actionTool(
    { ...turnActions(deps), ...settingsActions, ...queueActions, ...recordActions },
    { target: anySession, on: "a session" },
  );

/** What an agent may do to its own session. */
export function ownActions(deps: SessionToolDeps): ActionTool {
  const all = { ...turnActions(deps), ...settingsActions };
  const actions: Actions = Object.fromEntries(ownNames.map((name) => [name, all[name]]));
  return actionTool(actions, { target: ownSession(deps.idOf), on: "your own session" });
}

function actionTool(actions: Actions, { target, on }: { target: Target; on: string }): ActionTool {
  return defineTool({
    name: "action_session",
    description: `Acts on ${on}:\n${Object.entries(actions).map(describe).join("\n")}`,
    effect: "destroy",
    input: inputOf(actions),
    async run({ action: name, ...given }, caller) {
      const action = actions[name];
      // The schema allows only known names.
      if (!action) throw new Error(`There is no action ${name}`);
      checkRequiredField(name, action, given);
      checkRoots(name, action, caller);
      const id = action.many ? "" : target(given.session_id, caller);
      return answerOf(name, await action.run(given, { ...caller, id }));
    },
  });
}

const describe = ([name, { does, takes = [], needs }]: [string, Action]): string => {
  const fields = takes.map((field) => (field === needs ? `${field}*` : field)).join(", ");
  return `- ${name}(${fields}): ${does}`;
};

/** The input fields of the given actions. */
function inputOf(actions: Actions) {
  const taken = Object.values(actions).flatMap(({ takes = [] }) => takes);
  const mask = Object.fromEntries(["session_id", ...taken].map((field) => [field, true]));
  return actionInput
    .pick(mask as { [Name in Field]?: true })
    .extend({ action: z.enum(Object.keys(actions) as ActionName[]) });
}

function checkRequiredField(action: string, { needs }: Action, given: ActionInput): void {
  if (needs && given[needs] === undefined) throw toolRefusal("missing", { name: needs, action });
}

/** A connection limited to some agent roots may not change a session's servers, skills, hooks or plugins. */
function checkRoots(action: string, { equips }: Action, { roots }: McpCaller): void {
  if (equips && roots !== null) throw toolRefusal("limited_to_roots", { action });
}

function answerOf(
  name: ActionName,
  { facts, session, message, shown = [], list, ...outcome }: Outcome,
): ToolAnswer {
  const about = factList([
    ["ID", session?.id],
    ["Title", session?.title],
    ["Status", session?.status],
    ...shown,
  ]);
  const closing = message === undefined ? "" : `${message}.`;
  return { text: page(heading(2, outcome.heading ?? text.done[name]), about, list ?? null, closing), facts };
}
