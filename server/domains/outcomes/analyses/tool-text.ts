/** The words of the tools about outcome analyses. */
export const toolText = {
  get: "What came of sessions. view analysis: the analysis of one archived session, as a tree of goals with their outcomes. view list: the current analyses, newest first. view goal_checks: how many stopped sessions of a window met their goal, and why others did not.",
  save: "Saves the analysis of an archived session as a tree of segments, each with what asked for it, its goal and its outcome. The whole tree is checked before anything is written, and every problem is named. An earlier analysis is superseded and kept.",
  root: "The segment that is the whole session: {id, trigger {kind New|Correction, source user|agent|subagent}, goal {text, kind Plan|Action}, outcome {kind Success|Failure, explanation of at most 140 characters}, meta {event_range, wall_clock_s, tokens_in, tokens_out, model}, children}. Ids are positions: S0, its children S0.0 and S0.1, theirs S0.1.0",
  session: "The id or slug of the session; needed for the view analysis",
  needsSession: "The view analysis needs session_id",

  goals: "Goal Checks",
  unmet: "Not met because of",
  pending: "Not decided because of",
  checked: (checked: number, resting: number): string =>
    `${checked} of ${resting} stopped sessions have a goal with checks.`,
  reason: (criteria: string, sessions: number, samples: string): string =>
    `- ${criteria}: ${sessions} (such as ${samples})`,

  title: "Outcome Analyses",
  one: "Outcome Analysis",
  saved: "Outcome Analysis Saved",
  superseded: "The earlier analysis is superseded.",
  none: "No analyses.",
  total: (count: number): string => `${count} in all.`,
  sessionTitle: (id: number): string => `Session ${id}`,
  counts: (segments: number, failures: number): string => `${segments} (${failures} failed)`,
  segment: (id: string, goal: string, outcome: string): string => `${id} ${goal}: ${outcome}`,
};
