import type { SessionRow } from "./store.ts";

export interface SmallModelQuestion {
  /** The feature that the usage is recorded under. */
  source: "session_title" | "status_summary" | "attention";
  system: string;
  prompt: string;
  signal: AbortSignal;
}

export type SmallModelAnswer =
  | { kind: "answered"; text: string }
  /** The model was not asked, and a retry would not help. */
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; message: string }
  /** The service is stopping; the next start asks again. */
  | { kind: "stopped" };

/** Answers one short question about a session, outside of its conversation. */
export interface SmallModelPort {
  /** Whether a small model is available for the runtime. */
  offered(runtime: string): boolean;
  ask(session: SessionRow, question: SmallModelQuestion): Promise<SmallModelAnswer>;
}
