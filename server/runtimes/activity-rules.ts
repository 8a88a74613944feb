import { asList, asText, type Json } from "./json.ts";

type ActKind =
  | "starting"
  | "thinking"
  | "writing"
  | "running"
  | "editing"
  | "reading"
  | "searching"
  | "fetching"
  | "delegating"
  | "calling"
  | "compacting";

/** What an agent does; `subject` is the command, file, pattern, address, task or tool, if it is known. */
export interface Act {
  kind: ActKind;
  subject: string | null;
}

/** A step of what an agent does, as its CLI reports it while it works. */
export type ActivityStep =
  /** The model is at work; `act` says on what, such as a call that it is still writing. */
  | { step: "model"; act: Act }
  | { step: "call"; callId: string; act: Act }
  /** What a call printed so far, or more of it. */
  | { step: "output"; callId: string; text: string; isMore: boolean }
  | { step: "result"; callId: string }
  /** The CLI's own id of what a call started; it may go on in the background. */
  | { step: "task"; taskId: string; callId: string }
  /** All that works in the background now; `description` is the agent's. */
  | { step: "background"; tasks: readonly { taskId: string; description: string }[] }
  /** The model has answered, and only what is in the background goes on. */
  | { step: "answered" };

export const thinking: Act = { kind: "thinking", subject: null };
export const writing: Act = { kind: "writing", subject: null };
export const compacting: Act = { kind: "compacting", subject: null };

/** The tools of the CLIs by their names in lower case, with the fields of the input that name the subject. */
const tools: Readonly<Record<string, readonly [kind: ActKind, ...fields: string[]]>> = {
  bash: ["running", "command"],
  shell: ["running", "command"],
  local_shell: ["running", "command"],
  exec_command: ["running", "cmd"],
  edit: ["editing", "file_path", "path"],
  multiedit: ["editing", "file_path"],
  notebookedit: ["editing", "notebook_path"],
  write: ["editing", "file_path", "path"],
  apply_patch: ["editing"],
  read: ["reading", "file_path", "path"],
  ls: ["reading", "path"],
  grep: ["searching", "pattern"],
  glob: ["searching", "pattern"],
  find: ["searching", "pattern"],
  websearch: ["searching", "query"],
  web_search: ["searching", "query"],
  webfetch: ["fetching", "url"],
  agent: ["delegating", "description"],
  task: ["delegating", "description"],
  spawn_agent: ["delegating", "task_name", "message"],
};

/** What a call of a tool does. Tools that no CLI has itself are named. */
export function actOfCall(name: string, input: Json): Act {
  const [kind, ...fields] = tools[name.toLowerCase()] ?? [];
  if (kind === undefined) return { kind: "calling", subject: toolLabel(name) };
  const values = fields.map((field) => wordsOf(input[field]));
  const subject = values.find((value) => value !== null) ?? null;
  return { kind, subject: kind === "running" && subject !== null ? plainCommand(subject) : subject };
}

/** `mcp__tracker__create_issue` is the tool `create_issue` of `tracker`. */
function toolLabel(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined || tool === undefined ? name : `${server}: ${tool}`;
}

function wordsOf(value: unknown): string | null {
  const words = Array.isArray(value) ? asList(value).map(String).join(" ") : asText(value);
  return words === null || words.trim() === "" ? null : words;
}

const shellWrapper = /^(?:\S*\/)?(?:ba|z)?sh -l?c (['"])([^]*)\1$/;
const changeOfFolder = /^cd (?:"[^"\n]*"|'[^'\n]*'|[^\s;&|]+) *&& *(?=\S)/;

/** A command without the shell that runs it, and without the way to its folder. */
export const plainCommand = (command: string): string =>
  command.trim().replace(shellWrapper, "$2").replace(changeOfFolder, "");
