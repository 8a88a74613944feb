/** AIR's events, pi's event for each and the name Claude Code's hooks know it by. */
const airEvents: Readonly<Record<string, { pi: string; vendor: string }>> = {
  session_start: { pi: "session_start", vendor: "SessionStart" },
  session_end: { pi: "session_shutdown", vendor: "SessionEnd" },
  pre_tool_call: { pi: "tool_call", vendor: "PreToolUse" },
  post_tool_call: { pi: "tool_result", vendor: "PostToolUse" },
  // The agent waits for a person.
  notification: { pi: "ui_prompt_start", vendor: "Notification" },
};

export function piEventOf(event: string): string {
  return airEvents[event]?.pi ?? event;
}

export function vendorNameOf(event: string): string {
  return airEvents[event]?.vendor ?? event;
}

/**
 * Whether a hook is meant for this tool; `null` where the event has none. The matcher is a whole-name pattern
 * without regard to case, because pi's `bash` is `Bash` elsewhere. One that is no pattern matches nothing.
 */
export function hookMatches({ matcher }: { matcher: string }, toolName: string | null): boolean {
  if (toolName === null || matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`, "i").test(toolName);
  } catch {
    return false;
  }
}
