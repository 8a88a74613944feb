export const outcomeKinds = ["Success", "Failure"] as const;

/** One part of a session's work: what asked for it, what it was to achieve and what came of it. */
export interface Segment {
  /** Its position: `S0`, `S0.0`, `S0.1.2`. */
  id: string;
  trigger: {
    kind: "New" | "Correction";
    source: "user" | "agent" | "subagent";
    event_id?: string;
    text?: string;
  };
  goal: { text: string; kind: "Plan" | "Action" };
  outcome: {
    kind: (typeof outcomeKinds)[number];
    explanation: string;
    evidence_event_ids?: string[];
  };
  meta: {
    /** The first and the last event of the transcript. */
    event_range: [number, number] | null;
    wall_clock_s: number | null;
    tokens_in: number | null;
    tokens_out: number | null;
    model: string | null;
    source_transcript_id: string | null;
  };
  children: Segment[];
}
