import type { SubagentStatus } from "../../../../server/domains/transcripts/subagents/model.ts";

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;

/** The words of the subagents of a session. */
export const text = {
  list: {
    label: "Subagents",
    loading: "Loading the subagents",
    failed: "Could not load the subagents",
    more: "Show more",
    empty: "No subagents",
    emptyHint: "Agents that this agent starts appear here, each with its own transcript.",
    neverHint:
      "This agent did not start other agents. Agents that it starts appear here, each with its own transcript.",
    missing: "That subagent is not in the list.",
    missingSoFar: "That subagent is not in the list so far.",
    notYetRecorded: "It appears here after its first output.",
    notRecorded: "It has no recorded transcript.",
  },
  retry: "Try again",
  named: (name: string) => `Subagent ${name}`,
  back: {
    all: "All subagents",
    conversation: "The conversation",
    start: "Where it started",
  },
  transcript: {
    label: "Transcript of the subagent",
    loading: "Loading the subagent's transcript",
    failed: "Could not load the transcript",
    empty: "No transcript",
    emptyHint: "This subagent has no recorded transcript.",
    copy: "Copy text",
  },
  work: {
    label: (name: string) => `Work of ${name}`,
    show: "Show work",
    hide: "Hide work",
    empty: "Nothing to show yet.",
    earlier: (count: number) =>
      `${count.toLocaleString()} earlier ${count === 1 ? "entry is" : "entries are"} in its transcript.`,
  },
  status: {
    running: "Running",
    completed: "Done",
    failed: "Failed",
    unknown: "Unknown",
  } satisfies Readonly<Record<SubagentStatus | "unknown", string>>,
  tokens: (count: string) => `${count} tokens`,
  toolCalls: (count: number) => counted(count, "tool call", "tool calls"),
  messages: (count: number) => counted(count, "message", "messages"),
};
