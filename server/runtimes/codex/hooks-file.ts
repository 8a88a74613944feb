import { join } from "node:path";
import type { HookSource } from "../runtime.ts";

/** AIR's names of events that Codex has; its own names are PascalCase and pass through. */
const eventOfAir: Readonly<Record<string, string>> = {
  session_start: "SessionStart",
  session_end: "SessionEnd",
  pre_tool_call: "PreToolUse",
  post_tool_call: "PostToolUse",
};

interface HookGroup {
  matcher?: string;
  hooks: { type: "command"; command: string; timeout?: number }[];
}

/** The content of hooks.json; `folderOf` names the copy of a hook's scripts. Hooks for other events are left out. */
export function hooksFile(
  hooks: readonly HookSource[],
  folderOf: (id: string) => string,
): { hooks: Record<string, HookGroup[]> } {
  const groups: Record<string, HookGroup[]> = {};
  for (const hook of hooks) {
    const event = codexEvent(hook.event);
    if (event === null) continue;
    const entry: HookGroup = {
      ...(hook.matcher !== undefined && { matcher: hook.matcher }),
      hooks: [
        {
          type: "command",
          command: shellCommand(hook, folderOf(hook.id)),
          ...(hook.timeoutSeconds !== undefined && { timeout: hook.timeoutSeconds }),
        },
      ],
    };
    groups[event] = [...(groups[event] ?? []), entry];
  }
  return { hooks: groups };
}

function codexEvent(event: string): string | null {
  return eventOfAir[event] ?? (/^[A-Z][A-Za-z]+$/.test(event) ? event : null);
}

/** `./x` means the hook's own folder; the CLI gives the line to a shell in the session's working directory. */
function shellCommand(hook: HookSource, folder: string): string {
  const local = (word: string) => (word.startsWith("./") ? join(folder, word) : word);
  const variables = Object.entries(hook.env).map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...variables, shellWord(local(hook.command)), ...hook.args.map(local).map(shellWord)].join(" ");
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
