/** The words of the backlog's tools. */
export const toolText = {
  get: "The work backlog in the order in which it is started, or one item. It is no copy of the issue: read the issue before you act on it.",
  append:
    "Adds an issue to the work backlog, at the end of the band of its cost. An issue that is in the backlog already is returned unchanged.",
  pull: "Starts items of the work backlog as spot sessions that report to yours, by count or by keys, and takes off those whose work is done or cannot be done.",
  hold: "Holds an item of the work backlog until a person has decided a question. Nothing starts it before that.",

  title: "Work Backlog",
  one: "Backlog Item",
  appended: "Added to the Work Backlog",
  pulled: "Work Backlog Pulled",
  held: "Held for a Decision",
  heldStatus: "held for a decision",
  empty: "No items.",
  counts: (queued: number, held: number, inFlight: number): string =>
    `${queued} queued, ${held} of them held for a decision; ${inFlight} being worked on.`,
  session: ({ id, status }: { id: number; status: string }): string => `${id} (${status})`,
  startedAs: (key: string, id: number): string => `- ${key}: session ${id}`,
  skipped: (key: string, reason: string): string => `- ${key}: skipped. ${reason}`,
  removed: (key: string, reason: string): string => `- ${key}: removed, ${reason}`,
};
