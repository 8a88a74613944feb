/** Sentences of gate decisions. */
export const text = {
  problems: {
    gate: (given: string, known: string): string => `gate is one of ${known}, not "${given}"`,
    noGate: (known: string): string => `gate is missing: one of ${known}`,
    entry: "entry is missing: the decision as the gate wrote it, an object",
    deep: (levels: number): string => `entry is nested more than ${levels} levels deep`,
    large: (kilobytes: number): string => `entry is larger than ${kilobytes} KB`,
    decision: "entry.decision is missing: a word for what was decided",
    surface: "surface is missing: the part of the product that was decided about",
    artifact:
      "entry.artifact_url is missing: the http or https address of what was decided about. pr, pr_url, issue and issue_url are read too",
    decidedAt: "entry.decided_at is a date or an instant in ISO 8601, such as 2026-03-01T10:00:00Z",
    long: (name: string, most: number): string => `${name} is longer than ${most} characters`,
    writer: (id: number): string => `writing_session_id ${id} is not a session`,
  },
  log: {
    recorded: (who: string, gate: string, id: number): string => `${who} recorded decision ${id} of ${gate}`,
    feedback: (who: string, id: number): string => `${who} gave feedback on gate decision ${id}`,
  },
};
