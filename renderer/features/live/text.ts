/** The words of the banners about the connection to the service. */
export const text = {
  stopping: "Signalbox is stopping. The board reconnects when it is back.",
  paused: "Updates are paused. Reconnecting…",
  away: {
    notRunning: "Signalbox is not running.",
    unreachable: "Signalbox is unreachable.",
    asOf: "Showing what was read",
    tryAgain: "Try again",
  },
  back: "Back online",
  openBoard: {
    machine: "This board is open without sign-in to every program and user of this machine.",
    network: "This board is open without sign-in to everyone on your network.",
    settings: "Sign-in settings",
    dismiss: "Dismiss",
  },
};
