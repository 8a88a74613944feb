/** One entry of a conversation, in terms that fit every vendor. */
export type TimelineEvent =
  | { type: "user"; text: string; images: number }
  | { type: "assistant"; text: string; model: string | null; stopReason: string | null }
  | { type: "thinking"; text: string; redacted: boolean }
  | { type: "tool_call"; callId: string; name: string; input: unknown }
  /** `images` and `apps`: how many pictures and MCP apps came back; left out where none did. */
  | {
      type: "tool_result";
      callId: string;
      text: string;
      isError: boolean;
      images?: number | undefined;
      apps?: number | undefined;
    }
  | { type: "subagent"; callId: string; agent: string; description: string }
  | { type: "compaction"; trigger: "auto" | "manual" | null; summary: string | null }
  | { type: "error"; message: string }
  /**
   * The runtime speaking, not a person: injected notices, reminders, interrupts. `unsent`: the file has it as a person's
   * prompt, but the service sent no such prompt.
   */
  | { type: "notice"; text: string; unsent?: boolean | undefined }
  /** Anything else; `subtype` is the vendor's own word and `detail` its payload. */
  | { type: "system"; subtype: string; detail: unknown };
