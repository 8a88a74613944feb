/** The words of the page with experimental settings. */
export const text = {
  loading: "the experimental settings",
  title: "Settings to try out",
  description:
    "Each applies to all sessions. Turn one on or off, and compare what sessions cost with it and without.",
  failed: "Could not change the setting",
  touches: (runtimes: string, sessions: number): string =>
    sessions === 0
      ? `Affects sessions of ${runtimes} from their next turn. None is open.`
      : `Affects sessions of ${runtimes} from their next turn: ${sessions.toLocaleString()} ${sessions === 1 ? "is" : "are"} open.`,
  byDefault: (on: boolean): string => (on ? "On by default." : "Off by default."),
};
