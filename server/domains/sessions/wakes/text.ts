/** Which wake a line of the session log is about: the time it is due, or the event it waits for, as a clause. */
export type WakeOccasion = { due: string } | { waitsFor: string };

const wakeName = (of: WakeOccasion): string =>
  "due" in of ? `The wake of ${of.due}` : `The wake for when ${of.waitsFor}`;

/** The words of wakes: the session log, and what agents are sent. */
export const text = {
  log: {
    scheduled: (of: WakeOccasion) =>
      "due" in of ? `Wake scheduled for ${of.due}` : `Wake scheduled for when ${of.waitsFor}`,
    delivered: (of: WakeOccasion) => `${wakeName(of)} was delivered`,
    undelivered: (of: WakeOccasion, status: string) =>
      `${wakeName(of)} was not delivered: the session is ${status}`,
  },

  sender: "a wake",
  /** A clause, for `prompt`. */
  dueReason: (due: string, now: string) => `the wake you asked for, due at ${due} and delivered at ${now}`,
  /** What the agent gets when a wake fires; `reason` is a clause that says why. */
  prompt: ({ reason, prompt }: { reason: string; prompt: string }) =>
    `[Signalbox] This is an automatic message, not a person: ${reason}.\n\n${prompt}`,

  scheduledHeading: "Wake-Up Scheduled Successfully",
  nextStep: [
    "End your turn now: the session sleeps until the wake fires.",
    "If a turn is running at that time, the prompt is queued and runs after it.",
    "When this wake fires, the session's other wakes end.",
  ].join(" "),
};
