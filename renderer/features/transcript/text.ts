import type { EntryKind } from "./entry-kinds.ts";
import type { OlderState } from "./use-transcript.ts";

/** The words of the transcript of a session. */
export const text = {
  label: "Transcript",
  loading: "Loading the transcript",
  loadFailed: "Could not load the transcript",
  retry: "Try again",
  empty: "No transcript yet",
  startingHint: "The agent is starting. What it says and does appears here.",
  emptyHint: "What the agent says and does appears here.",
  latest: "Jump to latest",
  newLines: (count: string) => `${count} new`,
  line: (line: number) => `Line ${line}`,
  writing: "Writing",
  earlier: {
    idle: "Load earlier entries",
    loading: "Loading earlier entries",
    failed: "Could not load earlier entries. Try again",
  } satisfies Readonly<Record<OlderState, string>>,
  later: "Load later entries",
  linesFailed: "Could not load these lines",
  linesFailedHint: "The lines already shown are kept.",
  kinds: {
    text: "Prompts and responses",
    thinking: "Thinking",
    tools: "Tool calls",
    subagents: "Subagents",
    errors: "Errors",
    logs: "Runtime logs",
  } satisfies Readonly<Record<EntryKind, string>>,
  fork: {
    creating: "Creating fork",
    copying: "Copying the clone…",
    created: (title: string) => `Created “${title}”`,
    createdHint: (line: number, sessionId: number) =>
      `It continues from line ${line} of session ${sessionId}, in a copy of its clone.`,
    failed: "Could not create the fork",
  },
  commands: {
    find: "Find in the transcript",
    fork: "Fork from the focused or last entry",
    copyLink: "Copy a link to the focused or last entry",
  },
};
