/** Why an API call failed for good, in words that hold for every vendor. */
export type ApiErrorKind =
  | "authentication"
  | "billing"
  | "invalid_request"
  | "context_length"
  | "model_not_found"
  | "overloaded"
  | "server_error"
  | "network"
  | "unknown";

/** How a turn ended. Judged from structured events; exit codes are only the last resort. */
export type AgentOutcome =
  /** The agent finished. */
  | { kind: "completed"; lastMessage: string | null }
  /** The provider refused. `retryable` says whether the same prompt may succeed later. */
  | { kind: "api_error"; error: ApiErrorKind; status: number | null; message: string; retryable: boolean }
  /** The subscription or key has no quota left until `resetAt` (epoch ms; null when the provider did not say). */
  | {
      kind: "rate_limited";
      resetAt: number | null;
      message: string;
      /** `resetAt` is the earliest moment that it can be, by how long the CLI would have waited. */
      estimated?: true;
    }
  /** We stopped it. */
  | { kind: "interrupted" }
  /** Somebody else's signal ended it, or it died without a word. */
  | { kind: "killed"; signal: string | null; exitCode: number | null; stderr: string }
  /** The conversation to resume is not there (or no longer readable by the CLI). */
  | { kind: "conversation_lost"; message: string }
  /** The CLI refused before any model call: bad flag, bad configuration, spawn failure. */
  | {
      kind: "start_failed";
      message: string;
      stderr: string;
      /** What the machine was short of, if that is why; it passes. */
      shortage?: string | null;
    };
