/** The words of the list beside a session. */
export const text = {
  list: "Sessions beside this one",
  needsYou: "Needs you",
  running: "Running",
  waiting: "Waiting",
  done: "Done",
  show: "Show the list of sessions",
  hide: "Hide the list of sessions",
  empty: "No sessions on the board.",
};
