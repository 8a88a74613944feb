/** One entry of a conversation, in terms that fit every vendor. */
export type TimelineEvent =
  | { type: "user"; text: string; images: number }
  | { type: "assistant"; text: string; model: string | null; stopReason: string | null }
  | { type: "thinking"; text: string; redacted: boolean }
  | {
      type: "tool_call";
      callId: string;
      name: string;
      input: unknown;
      /** It is a script, of which calls have lines of their own: shown as its only call, or as a script. */
      script?: "only_call" | "script" | undefined;
      /** A script made this call; since when it ran (ISO 8601), if that is known. */
      inScript?: { startedAt: string | null } | undefined;
    }
  /**
   * `exitCode`: of a command that failed, if the CLI says it. `cutOff`: its process was ended, and how it would have ended is not known.
   * `runsOn`: the command goes on after this result. `images` and `apps`: how many pictures and MCP apps came back.
   * All are left out where they do not apply.
   */
  | {
      type: "tool_result";
      callId: string;
      text: string;
      isError: boolean;
      exitCode?: number | undefined;
      cutOff?: true | undefined;
      runsOn?: true | undefined;
      images?: number | undefined;
      apps?: number | undefined;
    }
  | { type: "subagent"; callId: string; agent: string; description: string }
  | { type: "compaction"; trigger: "auto" | "manual" | null; summary: string | null }
  | { type: "error"; message: string }
  /**
   * The runtime speaking, not a person: injected notices, reminders, interrupts. `unsent`: the file has it as a person's
   * prompt, but the service sent no such prompt. `setup`: what the CLI tells its model in every conversation, such as its
   * system prompt and the folder.
   */
  | { type: "notice"; text: string; unsent?: boolean | undefined; setup?: true | undefined }
  /** Anything else; `subtype` is the vendor's own word and `detail` its payload. */
  | { type: "system"; subtype: string; detail: unknown };
