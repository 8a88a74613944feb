/** Who decides how much of a prompt a feature takes: this service, the CLI, or the work itself. */
type FeatureOwner = "service" | "harness" | "work";

/** Text that begins and ends in a known way; without an end, it goes on to the end of the text that it is in. */
export interface Span {
  begins: string;
  ends?: string;
}

interface ContextFeature {
  /** Stored with each call: never changes, and is not used for another feature later. */
  code: number;
  key: string;
  label: string;
  blurb: string;
  owner: FeatureOwner;
  /** Where it is in what the model was sent as text; others are known by the kind of block they are. */
  spans?: readonly Span[];
}

const signal = "[Signalbox] This is";

/**
 * What the context of a call can consist of (R186). Of features with spans, the first that fits takes the text: specific ones
 * come before general ones. One that the service no longer sends stays, for the calls of the past.
 */
export const contextFeatures = [
  {
    code: 1,
    key: "session_notes",
    label: "Session notes",
    blurb: "The notes kept with a session, which are added to its prompts.",
    owner: "service",
    spans: [{ begins: "<session_notes>", ends: "</session_notes>" }],
  },
  {
    code: 2,
    key: "goal",
    label: "Goals",
    blurb: "What a session works toward, added to its first prompt and to follow-ups that change it.",
    owner: "service",
    spans: [
      {
        begins: "## Goal of this session\n",
        ends: "Keep working until this goal is met, and stop as soon as it is.",
      },
    ],
  },
  {
    code: 3,
    key: "viewed_page",
    label: "Viewed pages",
    blurb: "The page that a person was viewing when they gave the task, and what they pointed at.",
    owner: "service",
    spans: [
      { begins: "<signalbox_view>", ends: "</signalbox_view>" },
      { begins: "<signalbox_pin>", ends: "</signalbox_pin>" },
    ],
  },
  {
    code: 4,
    key: "attached_files",
    label: "Lists of attached files",
    blurb:
      "Where the files that came with a prompt are. What the agent reads of them counts as results of its tools.",
    owner: "service",
    spans: [{ begins: "Attached files:\n- " }],
  },
  {
    code: 5,
    key: "session_hierarchy",
    label: "Messages between sessions",
    blurb: "What a session reported to the session that spawned it.",
    owner: "service",
    spans: [{ begins: "[Message from child session " }],
  },
  {
    code: 6,
    key: "human_messages",
    label: "Messages of people",
    blurb: "Further messages of one chat, delivered together.",
    owner: "service",
    spans: [
      { begins: "[Signalbox] This was written there shortly after:" },
      // As earlier versions wrote it.
      { begins: "[Signalbox] The same person wrote " },
    ],
  },
  {
    code: 7,
    key: "heartbeat_nudge",
    label: "Heartbeats",
    blurb: "What an idle session with a heartbeat is sent.",
    owner: "service",
    spans: [{ begins: `${signal} the session's heartbeat`, ends: "say so in one sentence and stop." }],
  },
  {
    code: 8,
    key: "recovery_prompt",
    label: "Prompts after an interruption",
    blurb: "What a session is sent when its last turn was cut off.",
    owner: "service",
    spans: [
      {
        begins: `${signal} an automatic message, not a person. The previous turn was cut off.`,
        ends: "say so and stop.",
      },
    ],
  },
  {
    code: 9,
    key: "wake_prompt",
    label: "Wakes and automatic messages",
    blurb: "What a session had itself told later, and other messages that no person wrote.",
    owner: "service",
    spans: [{ begins: `${signal} an automatic message` }],
  },
  {
    code: 10,
    key: "skill_body",
    label: "Skills",
    blurb: "The instructions of skills that were used.",
    owner: "service",
    spans: [{ begins: "Base directory for this skill:" }, { begins: "<skill>", ends: "</skill>" }],
  },
  {
    code: 11,
    key: "provenance_tool",
    label: "Provenance of sessions",
    blurb: "Calls that ask where a session came from, and their results.",
    owner: "service",
  },
  {
    code: 12,
    key: "mcp_result",
    label: "MCP tool results",
    blurb: "What MCP servers answered.",
    owner: "service",
  },
  {
    code: 13,
    key: "mcp_call",
    label: "MCP tool calls",
    blurb: "What agents asked MCP servers.",
    owner: "service",
  },
  {
    code: 14,
    key: "instruction_files",
    label: "Instruction files",
    blurb: "AGENTS.md and what else a CLI records of a repository's instructions and surroundings.",
    owner: "harness",
    spans: [
      { begins: "# AGENTS.md instructions" },
      { begins: "<user_instructions>", ends: "</user_instructions>" },
      { begins: "<environment_context>", ends: "</environment_context>" },
    ],
  },
  {
    code: 15,
    key: "compaction_summary",
    label: "Compaction summaries",
    blurb: "What is left of a conversation after it was compacted.",
    owner: "harness",
  },
  {
    code: 16,
    key: "system_reminder",
    label: "Reminders and notices",
    blurb: "What a CLI adds in its own name.",
    owner: "harness",
    spans: [{ begins: "<system-reminder>", ends: "</system-reminder>" }],
  },
  {
    code: 17,
    key: "tool_result",
    label: "Tool results",
    blurb: "What the CLI's own tools answered: files, output of commands, searches.",
    owner: "harness",
  },
  {
    code: 18,
    key: "tool_call",
    label: "Tool calls",
    blurb: "What agents asked of the CLI's own tools.",
    owner: "harness",
  },
  {
    code: 19,
    key: "thinking",
    label: "Thinking",
    blurb: "Thinking that the CLI recorded as text. Most of it is not.",
    owner: "harness",
  },
  { code: 20, key: "assistant_text", label: "Answers", blurb: "What agents said.", owner: "work" },
  {
    code: 21,
    key: "prompt",
    label: "Prompts",
    blurb: "What people and triggers asked for, and all text that is of no other kind.",
    owner: "work",
  },
] as const satisfies readonly ContextFeature[];

export type FeatureKey = (typeof contextFeatures)[number]["key"];

export const codeOf = Object.fromEntries(contextFeatures.map(({ key, code }) => [key, code])) as Readonly<
  Record<FeatureKey, number>
>;

export const spansOf = (feature: (typeof contextFeatures)[number]): readonly Span[] =>
  "spans" in feature ? feature.spans : [];
