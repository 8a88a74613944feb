/** The part of `requirements.ts` about what came of the work. */
export const outcomeRequirements = {
  E131: "GET /outcome_analyses lists analyses.",
  E132: "GET /outcome_analyses/:id returns one analysis with its tree.",
  E133: "POST /outcome_analyses stores an analysis (201) of an archived session.",
  E134: "GET /goal_checks reports verdicts over a window.",
  E135: "GET /gate_decisions lists decisions; bad filters are a 422.",
  E136: "GET /gate_decisions/:id returns a decision with payload and feedback.",
  E137: "POST /gate_decisions records a decision (201).",
  R191: "The whole tree is validated first; a new analysis supersedes the earlier one.",
  R192: "Outcome filters that cannot be parsed are dropped, gate filters refused.",
  R193: "Goal check reports cover sessions at rest of a window, 7 days by default.",
  R194: "Gate decisions are append-only; feedback comes only from the board.",
  X25: "An explanation is required for every verdict, success included.",
  X33: "A missing from is 7 days before to; a missing to is today.",
} as const;
