import { text as words } from "./text.ts";

/** A tool call in a common form for all runtimes. */
export type ToolView =
  | { kind: "shell"; command: string }
  | { kind: "edit"; path: string; edits: readonly Edit[] }
  | { kind: "patch"; text: string }
  | { kind: "read"; path: string }
  | { kind: "search"; input: unknown }
  | { kind: "todo"; items: readonly Todo[] }
  | { kind: "mcp"; input: unknown }
  | { kind: "other"; input: unknown };

export interface Edit {
  before: string;
  after: string;
}

export interface Todo {
  text: string;
  state: "open" | "active" | "done";
}

type Input = Readonly<Record<string, unknown>>;

const shells = /^(?:bash|shell|local_shell|exec|exec_command|shell_command|execute|run_command|terminal)$/i;
const edits = /^(?:edit|multiedit|str_replace|str_replace_editor|str_replace_based_edit_tool)$/i;
const writes = /^(?:write|write_file|create_file)$/i;
const reads = /^(?:read|read_file|view|view_image|cat)$/i;
const searches = /^(?:grep|grep_files|rg|glob|find|ls|list_dir|search|web_?search|web_?fetch|tool_search)$/i;
const todos = /^(?:todowrite|todo_write|update_plan)$/i;

const record = (value: unknown): Input =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Input) : {};

/** The first of these properties that is a text. */
function textAt(input: Input, names: readonly string[]): string | null {
  for (const name of names) if (typeof input[name] === "string") return input[name];
  return null;
}

const listAt = (input: Input, names: readonly string[]): Input[] =>
  names.flatMap((name) => (Array.isArray(input[name]) ? input[name].map(record) : []));

/** How a call is shown. A call with unexpected arguments is shown as any other. */
export function toolView(name: string, given: unknown): ToolView {
  const input = record(given);
  if (name.startsWith("mcp__")) return { kind: "mcp", input: given };
  const path = textAt(input, ["file_path", "path", "filename", "notebook_path"]);
  if (shells.test(name)) return shellView(input) ?? { kind: "other", input: given };
  if (name === "apply_patch") return patchView(given) ?? { kind: "other", input: given };
  if (path !== null && (edits.test(name) || writes.test(name))) {
    const found = editsOf(input);
    if (found.length > 0) return { kind: "edit", path, edits: found };
  }
  if (reads.test(name) && path !== null) return { kind: "read", path };
  if (searches.test(name)) return { kind: "search", input: given };
  const items = todos.test(name) ? todosOf(input) : [];
  return items.length > 0 ? { kind: "todo", items } : { kind: "other", input: given };
}

function shellView(input: Input): ToolView | null {
  const text = textAt(input, ["command", "cmd", "script"]);
  if (text !== null) return { kind: "shell", command: text };
  const words = Array.isArray(input["command"]) ? input["command"].map(String) : [];
  if (words.length === 0) return null;
  // Show the command that the shell runs.
  const isShell = /(?:^|\/)(?:ba|z)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  return { kind: "shell", command: isShell ? words.slice(2).join(" ") : words.join(" ") };
}

function patchView(given: unknown): ToolView | null {
  const text = typeof given === "string" ? given : textAt(record(given), ["input", "patch"]);
  return text === null ? null : { kind: "patch", text };
}

function editsOf(input: Input): Edit[] {
  const parts = [input, ...listAt(input, ["edits"])];
  const replaced = parts.flatMap((part) => {
    const before = textAt(part, ["old_string", "old_str", "oldText"]);
    const after = textAt(part, ["new_string", "new_str", "newText"]);
    return before === null && after === null ? [] : [{ before: before ?? "", after: after ?? "" }];
  });
  const content = textAt(input, ["content", "file_text"]);
  return replaced.length === 0 && content !== null ? [{ before: "", after: content }] : replaced;
}

const states: Readonly<Record<string, Todo["state"]>> = { completed: "done", in_progress: "active" };

const todosOf = (input: Input): Todo[] =>
  listAt(input, ["todos", "plan"]).flatMap((item) => {
    const text = textAt(item, ["content", "step", "text"]);
    return text === null ? [] : [{ text, state: states[String(item["status"])] ?? "open" }];
  });

/** What a tool does, whatever its CLI calls it; the server and tool of `mcp__server__tool`. */
export function toolLabel(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return `${server} · ${tool}`;
  return words.call.tools[name.toLowerCase()] ?? name;
}

/** A result that is JSON, parsed; undefined for any other text. */
export function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const mostLines = 40;

const lineCount = (text: string): number => text.split("\n").length;

/** An edit or a patch that fits on a screen is expanded at first; everything else is collapsed. */
export function isOpenAtFirst(view: ToolView | null): boolean {
  if (view?.kind === "todo") return true;
  if (view?.kind === "patch") return lineCount(view.text) <= mostLines;
  if (view?.kind !== "edit") return false;
  return (
    view.edits.reduce((sum, { before, after }) => sum + lineCount(before) + lineCount(after), 0) <= mostLines
  );
}

/** A one-line summary of calls whose arguments read badly. */
export function viewSummary(view: ToolView | null): string | null {
  if (view?.kind === "search") return searchSummary(record(view.input));
  if (view?.kind === "patch") return patchedFiles(view.text).join(", ") || null;
  if (view?.kind !== "todo") return null;
  return words.call.todosDone(view.items.filter(({ state }) => state === "done").length, view.items.length);
}

const patchedFiles = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, path = ""]) => path.trim());

/** What is searched for, and where. */
function searchSummary(input: Input): string | null {
  const [pattern, path] = [textAt(input, ["pattern"]), textAt(input, ["path"])];
  return pattern === null || path === null ? pattern : words.call.searchIn(pattern, path);
}
