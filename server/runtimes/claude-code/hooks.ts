import { join } from "node:path";
import type { HookSource } from "../runtime.ts";

/** AIR's names for the CLI's events; null if the CLI has no such event. Any other name is the CLI's own. */
const eventNames = new Map<string, string | null>([
  ["session_start", "SessionStart"],
  ["session_end", "SessionEnd"],
  ["pre_tool_call", "PreToolUse"],
  ["post_tool_call", "PostToolUse"],
  ["notification", "Notification"],
  ["pre_commit", null],
  ["post_commit", null],
]);

/** A hook with the folder its scripts were copied to. */
export interface PlacedHook {
  hook: HookSource;
  folder: string;
}

/** The content of the file behind `--settings`. */
export function hookSettings(placed: readonly PlacedHook[]): object {
  const groups: Record<string, object[]> = {};
  for (const { hook, folder } of placed) {
    const event = eventNames.has(hook.event) ? eventNames.get(hook.event) : hook.event;
    if (!event) continue;
    groups[event] = [
      ...(groups[event] ?? []),
      { matcher: hook.matcher ?? "", hooks: [entryOf(hook, folder)] },
    ];
  }
  return { hooks: groups };
}

function entryOf(hook: HookSource, folder: string): object {
  const timeout = hook.timeoutSeconds;
  return { type: "command", command: shellLine(hook, folder), ...(timeout !== undefined && { timeout }) };
}

/** The CLI hands the line to a shell, so that every part of ours is quoted; `./x` means the hook's own folder. */
function shellLine({ command, args, env }: HookSource, folder: string): string {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  const words = [command, ...args].map((word) => quote(placed(word, folder)));
  return [...settings, ...words].join(" ");
}

function placed(word: string, folder: string): string {
  return word.startsWith("./") ? join(folder, word) : word;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
