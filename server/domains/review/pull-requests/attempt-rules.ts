import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";

export type Entry = Pick<TimelineEntry, "index" | "event">;
type Event = Entry["event"];
export type ToolCall = Extract<Event, { type: "tool_call" }>;
export type ToolResult = Extract<Event, { type: "tool_result" }>;

/** Finds in the result of a call what the call created. */
export type ResultReader<Found> = (result: ToolResult) => Found[];

/** A call that creates something, and where in the transcript it was made. */
interface Attempt<Found> {
  index: number;
  evidenceOf: ResultReader<Found>;
}

/** Reads calls that create something together with their results; `attemptOf` is null for every other call. */
export function attemptReader<Found>(attemptOf: (call: ToolCall) => ResultReader<Found> | null) {
  const calls = new Map<string, Attempt<Found>>();
  /** By the handle of a command that continues after its call returned. */
  const ongoing = new Map<string, Attempt<Found>>();

  function readCall(index: number, call: ToolCall): void {
    const evidenceOf = attemptOf(call);
    const attempt = evidenceOf ? { index, evidenceOf } : ongoing.get(handleIn(call.input));
    if (attempt) calls.set(call.callId, attempt);
  }

  function readResult(result: ToolResult): Found[] {
    const attempt = calls.get(result.callId);
    if (!attempt) return [];
    calls.delete(result.callId);
    const [, handle] = stillRunning.exec(result.text) ?? [];
    if (handle !== undefined) ongoing.set(handle, attempt);
    return attempt.evidenceOf(result);
  }

  return {
    read({ index, event }: Entry): Found[] {
      if (event.type === "tool_result") return readResult(event);
      if (event.type === "tool_call") readCall(index, event);
      return [];
    },
    /** The line of the first call without a result; null if there is none. */
    openFrom(): number | null {
      const open = [...calls.values(), ...ongoing.values()].map(({ index }) => index);
      return open.length === 0 ? null : Math.min(...open);
    },
  };
}

/** What Codex and Claude Code answer for a command that is still running. */
const stillRunning = /\b(?:running with session ID|running in background with ID):? ([\w-]+)/i;

function handleIn(input: unknown): string {
  const { session_id, bash_id, task_id, shell_id } = fieldsOf(input);
  const handle = session_id ?? bash_id ?? task_id ?? shell_id;
  return typeof handle === "string" || typeof handle === "number" ? String(handle) : "";
}

const shellTools: ReadonlySet<string> = new Set([
  "bash",
  "exec_command",
  "shell",
  "shell_command",
  "local_shell",
  "container.exec",
  "powershell",
]);

/** The shell line of a call; null for other tools. */
export const shellLineOf = (call: ToolCall): string | null =>
  shellTools.has(call.name.toLowerCase()) ? commandOf(call.input) : null;

/** The command in the input of a CLI's shell tool: a line, or the words of one. */
function commandOf(input: unknown): string {
  const { command, cmd } = fieldsOf(input);
  const given = command ?? cmd;
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return "";
  const words = given.map(String);
  return /^-l?c$/.test(words[1] ?? "") ? (words[2] ?? "") : words.join(" ");
}

export const fieldsOf = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};
