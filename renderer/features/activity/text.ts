/** The words for what an agent does. */
export const text = {
  /** Before a subject; without one. */
  acts: {
    starting: ["Starting", "Starting"],
    thinking: ["Thinking", "Thinking"],
    writing: ["Writing", "Writing"],
    running: ["Running", "Running a command"],
    editing: ["Editing", "Editing a file"],
    reading: ["Reading", "Reading a file"],
    searching: ["Searching for", "Searching"],
    fetching: ["Opening", "Opening a web page"],
    delegating: ["Subagent:", "Running a subagent"],
    calling: ["Using", "Using a tool"],
    compacting: ["Compacting the conversation", "Compacting the conversation"],
  },
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  wholeMinutes: (minutes: number) => `${minutes} min`,
  turn: (elapsed: string) => `turn ${elapsed}`,
  silent: (elapsed: string) => `no output for ${elapsed}`,
  tokens: (count: string) => `${count} tokens`,
  label: "What the agent is doing",
  output: "Last lines of the command",
  background: "In the background",
  inBackground: "In the background:",
} as const;
