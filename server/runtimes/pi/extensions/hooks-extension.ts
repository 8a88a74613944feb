import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type HookEntry, readEquipment } from "./equipment.ts";
import { hookMatches, piEventOf, vendorNameOf } from "./hook-events.ts";
import { runHook } from "./run-hook.ts";
import { text } from "./text.ts";

/** Runs the session's catalog hooks on pi's events. A default export because pi loads nothing else. */
export default async function hooksExtension(pi: ExtensionAPI): Promise<void> {
  const { hooks } = await readEquipment(process.env["SIGNALBOX_PI_EQUIPMENT"]);
  for (const [event, entries] of Map.groupBy(hooks, (hook) => piEventOf(hook.event))) {
    // A vendor's own event name goes through as it is written; one pi never emits is harmless.
    const subscribe = pi.on as (
      name: string,
      handler: (event: object, context: ExtensionContext) => unknown,
    ) => void;
    subscribe(event, (payload, context) => runAll(entries, payload, context));
  }
}

/** One after the other; only a refusal before a tool call stops anything. */
async function runAll(
  hooks: readonly HookEntry[],
  payload: object,
  context: ExtensionContext,
): Promise<{ block: true; reason: string } | undefined> {
  const about = describe(payload);
  for (const hook of hooks.filter((entry) => hookMatches(entry, about.toolName))) {
    const input = {
      session_id: context.sessionManager.getSessionId(),
      transcript_path: context.sessionManager.getSessionFile() ?? "",
      cwd: context.cwd,
      hook_event_name: vendorNameOf(hook.event),
      ...about.fields,
    };
    const verdict = await runHook(hook, { input, cwd: context.cwd });
    if (verdict.kind === "refused" && about.isBeforeTool) return { block: true, reason: verdict.reason };
    if (verdict.kind !== "done") context.ui.notify(text.hookFailed(hook.id, verdict.reason), "warning");
  }
  return undefined;
}

interface Described {
  isBeforeTool: boolean;
  toolName: string | null;
  fields: Record<string, unknown>;
}

/** The fields of Claude Code's hook input, which catalog hooks are written against. */
function describe(payload: object): Described {
  const event = payload as Record<string, unknown>;
  if (event["type"] === "tool_call" || event["type"] === "tool_result") {
    const isBeforeTool = event["type"] === "tool_call";
    const toolName = String(event["toolName"]);
    const call = { tool_name: toolName, tool_input: event["input"], tool_use_id: event["toolCallId"] };
    const result = { tool_response: { content: event["content"], is_error: event["isError"] } };
    return { isBeforeTool, toolName, fields: isBeforeTool ? call : { ...call, ...result } };
  }
  const fields = { reason: event["reason"], message: event["title"] };
  return { isBeforeTool: false, toolName: null, fields };
}
