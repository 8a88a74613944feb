/** The words of outcome analyses, and of what narrows lists of sessions. */
export const text = {
  page: {
    title: "Outcomes",
    intro: "How archived sessions went: each read by an agent, and split into goals that were met or missed.",
    loading: "the outcomes",
    list: "Analyzed sessions",
    pages: "Pages of analyses",
    empty: "No analyzed sessions yet",
    emptyHint:
      "An agent with the tool save_outcome_analysis, or a program with an API key, reads an archived session and saves what came of it.",
    noMatch: "No analysis matches",
    noMatchHint: "Change the filters to see more.",
    clear: "Clear the filters",
    count: (total: number) =>
      total === 1 ? "1 analyzed session" : `${total.toLocaleString("en")} analyzed sessions`,
  },
  filters: {
    title: "Filters",
    from: "Created from",
    to: "to",
    root: "Agent root",
    anyRoot: "Any agent root",
    runtime: "Runtime",
    anyRuntime: "Any runtime",
    model: "Model",
    anyModel: "Any model",
    outcome: "Outcome",
    outcomes: { all: "All", Success: "Succeeded", Failure: "Failed" },
  },
  outcome: { Success: "Succeeded", Failure: "Failed" },
  row: {
    segments: (count: number, failed: number) => {
      const all = count === 1 ? "1 goal" : `${count.toLocaleString("en")} goals`;
      return failed === 0 ? all : `${all}, ${failed.toLocaleString("en")} failed`;
    },
    analyzed: "Analyzed",
  },
  one: {
    title: (session: string) => `Outcome of “${session}”`,
    loading: "the analysis",
    none: "This session has no analysis",
    noneHint: "It was not analyzed yet, or it was deleted.",
    back: "All outcomes",
    session: "Open the session",
    facts: "About this analysis",
    outcome: "Outcome",
    goals: "Goals",
    depth: "Levels",
    root: "Agent root",
    runtime: "Runtime",
    model: "Model",
    created: "Session created",
    analyzed: "Analyzed",
    by: "Analyzed by",
    sessionOf: (id: number) => `Session ${id}`,
    notes: "Notes of the analysis",
    earlierTitle: (session: string) => `Earlier outcome of “${session}”`,
    noSuch: "Analysis not found",
    noSuchHint: "It may have been deleted with its session.",
    superseded: "Superseded",
    supersededBy: "by",
    currentOne: "the current analysis",
    laterOne: "a later analysis",
    showCurrent: "Show the current analysis",
    earlier: "Earlier analyses",
    earlierHint: "Superseded by the one above.",
  },
  tree: {
    title: "Goals, from the whole session down",
    time: "Wider took longer.",
    segments: "Wider was made of more parts.",
    help: "Arrow keys move between goals.",
    hidden: (count: number) =>
      count === 1
        ? "1 goal is too narrow to draw. Zoom in to see it."
        : `${count.toLocaleString("en")} goals are too narrow to draw. Zoom in to see them.`,
    zoom: "Zoom in",
    all: "Show all",
    block: (id: string, goal: string, outcome: string) => `${id}: ${goal}. ${outcome}`,
    correction: (outcome: string) => `${outcome}, a correction`,
  },
  segment: {
    title: (id: string) => `Goal ${id}`,
    kinds: { Plan: "Plan", Action: "Action" },
    triggers: {
      New: { user: "Asked for by the user", agent: "Set by the agent", subagent: "Set by a subagent" },
      Correction: {
        user: "Corrected by the user",
        agent: "Corrected by the agent",
        subagent: "Corrected by a subagent",
      },
    },
    asked: "What was asked",
    took: "Took",
    read: "Input tokens",
    written: "Output tokens",
    model: "Model",
    events: "Events of the transcript",
    range: (first: number, last: number) => `${first.toLocaleString("en")} to ${last.toLocaleString("en")}`,
    transcript: "Transcript",
    evidence: "Evidence",
  },
  table: {
    title: "All goals",
    summary: "View as table",
    columns: ["Goal", "Outcome", "Why", "Took"],
    failedOnly: "Failed only",
    more: (count: number) => `Show all ${count.toLocaleString("en")}`,
  },
  details: {
    title: "What came of it",
    gates: (count: number) =>
      count === 1
        ? "1 gate decision by this session"
        : `${count.toLocaleString("en")} gate decisions by this session`,
  },
};
