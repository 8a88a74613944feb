/** The part of `requirements.ts` about what came of the work. */
export const outcomeRequirements = {
  E135: "GET /gate_decisions lists decisions; bad filters are a 422.",
  E136: "GET /gate_decisions/:id returns a decision with payload and feedback.",
  E137: "POST /gate_decisions records a decision (201).",
  R194: "Gate decisions are append-only; feedback comes only from the board.",
} as const;
