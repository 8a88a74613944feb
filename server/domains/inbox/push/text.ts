import type { ApnsProblem } from "./apns.ts";

function apnsProblem(problem: ApnsProblem): string | null {
  switch (problem.kind) {
    case "unset":
      return null;
    case "incomplete":
      return `Not set: ${problem.missing.join(", ")}`;
    case "unreadable_key":
      return "SERVICE_APNS_KEY must be Apple's .p8 key, or the path of a file with it";
  }
}

/** The words of push delivery. */
export const text = {
  /** null: push to phones was not configured, so there is nothing to report. */
  apnsProblem,
  unnamedBrowser: "A browser",
  test: {
    title: "Signalbox",
    body: "This is what a notification looks like.",
    sent: "Test notification sent",
  },
};
