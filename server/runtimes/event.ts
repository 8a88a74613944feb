import type { ActivityStep } from "./activity-rules.ts";
import type { ReportedUsage } from "./usage-meter.ts";

/** What a running agent reports besides its transcript. */
export type Event =
  /** Text as it is being written; ephemeral, shown live and replaced by the transcript's own line. */
  | { kind: "partial_text"; text: string }
  /** What the agent does now; ephemeral. */
  | { kind: "activity"; step: ActivityStep }
  /** The provider returned an error and the CLI retries. */
  | { kind: "retrying"; attempt: number; maxAttempts: number | null; delayMs: number | null; message: string }
  /** An MCP server did not start; the CLI continues without it. */
  | { kind: "mcp_server_failed"; server: string; message: string }
  /** The CLI's reading of the account's windows; utilization is 0-1. */
  | {
      kind: "quota";
      windows: readonly { name: string; utilization: number | null; resetAt: number | null }[];
    }
  /** What calls to models used, as the CLI counts it for itself: more than before by this. */
  | { kind: "usage"; usage: ReportedUsage }
  | { kind: "compacted" }
  | { kind: "notice"; level: "info" | "warning"; message: string };
