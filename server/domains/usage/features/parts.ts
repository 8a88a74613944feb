import { isObject } from "../../../lib/json.ts";
import type { TimelineEvent } from "../../../runtimes/timeline.ts";
import { codeOf, contextFeatures, type FeatureKey, type Span, spansOf } from "./registry.ts";

/** Takes a piece of a conversation, by the feature that it is of: what the model was sent, or what it answered. */
type AddPart = (side: "prompt" | "answer", code: number, chars: number) => void;

/** The CLI's ids of calls without a result so far, and the feature that their results are of. */
export type OpenCalls = [id: string, code: number][];

/** More calls than an agent makes at a time. */
const mostOpenCalls = 100;

const mcpTool = /^mcp__/;
const provenanceTool = /^mcp__.*provenance$/;

/** Calls `add` with the parts of a line, as the timeline shows it; some may be empty. `calls` is changed. */
export function eachPart(events: readonly TimelineEvent[], calls: OpenCalls, add: AddPart): void {
  for (const event of events)
    switch (event.type) {
      case "user":
        addText(event.text, "prompt", add);
        break;
      case "notice":
        addText(event.text, "system_reminder", add);
        break;
      case "assistant":
        add("answer", codeOf.assistant_text, event.text.length);
        break;
      case "thinking":
        add("answer", codeOf.thinking, event.text.length);
        break;
      case "tool_call":
        add("answer", callCode(event, calls), event.name.length + sizeOf(event.input));
        break;
      case "tool_result":
        addResult(event, calls, add);
        break;
      default:
        break;
    }
}

/** Takes what features have marks for; the rest is of `otherwise`. */
function addText(whole: string, otherwise: FeatureKey, add: AddPart): void {
  let text = whole;
  let first = "";
  let hasFirst = false;
  for (const { code, span } of spans) {
    // Few texts have all of the characters that spans begin with, and one is found much faster than a word.
    if (span.begins.charAt(0) !== first) {
      first = span.begins.charAt(0);
      hasFirst = text.includes(first);
    }
    if (!hasFirst) continue;
    const rest = withoutSpan(text, span);
    add("prompt", code, text.length - rest.length);
    text = rest;
  }
  add("prompt", codeOf[otherwise], text.length);
}

function withoutSpan(whole: string, { begins, ends }: Span): string {
  let text = whole;
  for (let start = text.indexOf(begins); start >= 0; start = text.indexOf(begins, start)) {
    const end = endOf(text, start + begins.length, ends);
    if (end === null) break;
    text = text.slice(0, start) + text.slice(end);
  }
  return text;
}

const reminders = contextFeatures.filter(({ key }) => key === "system_reminder").flatMap(spansOf);
const spans = contextFeatures.flatMap((feature) =>
  spansOf(feature).map((span) => ({ code: feature.code, span })),
);

function endOf(text: string, from: number, ends: string | undefined): number | null {
  if (ends === undefined) return text.length;
  const found = text.indexOf(ends, from);
  return found < 0 ? null : found + ends.length;
}

function callCode({ callId, name, input }: Extract<TimelineEvent, { type: "tool_call" }>, calls: OpenCalls) {
  const [code, result] = featuresOfTool(name, input);
  if (result !== codeOf.tool_result) {
    if (calls.length >= mostOpenCalls) calls.shift();
    calls.push([callId, result]);
  }
  return code;
}

/** What a call of a tool is, and what its result will be. */
function featuresOfTool(name: string, input: unknown): readonly [call: number, result: number] {
  if (provenanceTool.test(name)) return [codeOf.provenance_tool, codeOf.provenance_tool];
  if (mcpTool.test(name)) return [codeOf.mcp_call, codeOf.mcp_result];
  return [codeOf.tool_call, readsSkill(name, input) ? codeOf.skill_body : codeOf.tool_result];
}

/** Claude Code has a tool for skills; the others read their file. */
function readsSkill(name: string, input: unknown): boolean {
  if (name === "Skill") return true;
  if (!/^read$/i.test(name) || !isObject(input)) return false;
  const path = input["file_path"] ?? input["path"];
  return typeof path === "string" && path.endsWith("SKILL.md");
}

function addResult(
  event: Extract<TimelineEvent, { type: "tool_result" }>,
  calls: OpenCalls,
  add: AddPart,
): void {
  const place = calls.findIndex(([id]) => id === event.callId);
  const code = (place < 0 ? undefined : calls.splice(place, 1)[0]?.[1]) ?? codeOf.tool_result;
  const { length } = reminders.reduce(withoutSpan, event.text);
  add("prompt", codeOf.system_reminder, event.text.length - length);
  add("prompt", code, length);
}

/** About as many characters as it has as JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2);
  if (!isObject(value)) return 4;
  let size = 2;
  for (const [name, item] of Object.entries(value)) size += name.length + sizeOf(item) + 4;
  return size;
}
