import type { Cloning, SpotHold, SpotPause, WaitCause } from "./rules.ts";

/** Formats a time for a sentence. */
export type FormatTime = (epochMs: number) => string;

/** "a", "a and b", "a, b and c". */
export function nameList(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}

const pauseHeadlines: Record<SpotPause["why"], string> = {
  quota: "Paused to save quota",
  preempted: "Paused for a priority session",
  forced_out: "Stopped so that another session could start",
  by_hand: "Paused until the spot queue admits it",
  all_paused: "Paused with everything else",
};

const heldReasons: Record<SpotHold["why"], string> = {
  fleet_at_cap: "Held: too many spot sessions are running",
  at_utilization_limit: "Held to save quota",
  budget_reached: "Held: a budget is used up",
  all_paused: "Held: everything is paused",
  unread: "Held: what is paused or limited could not be read",
};

const heldHeadlines: Record<SpotHold["why"], string> = {
  fleet_at_cap: "Waiting for other spot sessions",
  at_utilization_limit: "Held to save quota",
  budget_reached: "Waiting for a budget",
  all_paused: "Everything is paused",
  unread: "Waiting until the limits can be read",
};

/** The words of wait reasons and banners. */
export const text = {
  /** A wait reason in one line. */
  reason(cause: WaitCause, formatTime: FormatTime): string {
    switch (cause.kind) {
      case "out_of_quota":
        return cause.resumesAt === null
          ? "The account has no quota left"
          : `The account has no quota left; the turn resumes at ${formatTime(cause.resumesAt)}`;
      case "sign_in_rejected":
        return "The runtime's sign-in was rejected; the turn resumes once it works again";
      case "sign_in_required":
        return `Waiting for you to sign in to ${nameList(cause.servers) || "an MCP server"}`;
      case "paused":
        return text.pause.headline(cause.why);
      case "held":
        return heldReasons[cause.why];
      case "retrying":
        return `The turn will be retried ${cause.at === null ? "soon" : `at ${formatTime(cause.at)}`} after a temporary error`;
      case "no_disk_space":
        return text.diskSpace.body(cause.missingBytes);
      case "cloning":
        return text.cloning.headline(cause.cloning);
      case "queued":
        return text.queuedTurn.headline(cause.busyAgents);
    }
  },

  cloning: {
    headline: ({ step, percent }: Cloning) =>
      [
        step === "separating" ? "Separating the clone" : "Cloning",
        ...((step === "receiving" || step === "separating") && percent !== null ? [`${percent} %`] : []),
      ].join(", "),
    body: ({ step, percent }: Cloning) => {
      const done = percent === null ? "" : ` (${percent} %)`;
      switch (step) {
        case "connecting":
          return "Waiting for the repository's server.";
        case "receiving":
          return "The repository's server is sending.";
        case "unpacking":
          return `Everything has arrived and is being unpacked${done}.`;
        case "writing_files":
          return `The files of the branch are being written${done}.`;
        case "separating":
          return `An earlier version made this clone with files that the repository shares; it gets its own copy${done}.`;
      }
    },
    next: "The turn begins once the clone is ready. Pausing the session stops it.",
    since: "Since",
  },

  makePriority: "Make it priority",

  pause: {
    headline: (why: SpotPause["why"]): string => pauseHeadlines[why],
    resumes: (why: SpotPause["why"]) =>
      `It resumes automatically when ${why === "quota" ? "there is enough quota" : "a spot session can run again"}. Priority sessions resume immediately.`,
    since: "Paused",
  },

  outage: {
    headline: { quota: "Out of quota", credential: "The runtime's sign-in was rejected" },
    cause: {
      quota: "The account this runtime uses has no quota left.",
      credential: "The provider rejected the credential.",
    },
    resumes: (at: string | null) =>
      at === null
        ? "The turn keeps its place and resumes automatically once this is fixed."
        : `The turn keeps its place and resumes automatically at ${at}. Restart the session to try now.`,
    since: "Waiting since",
    nextAttempt: "Next attempt",
    response: "Provider's response",
    openAccounts: "Accounts",
  },

  hold: {
    headline: (why: SpotHold["why"]) => heldHeadlines[why],
    nextCheck: {
      scheduled: (at: string) => `The next check is at ${at}.`,
      due: "The next check is due now.",
      budget: (at: string) => `The turn starts automatically once the limit is raised, or at ${at}.`,
      whenGone:
        "The turn starts automatically once that has changed and no other in the queue comes before it.",
      overdue: "The next check is overdue and will be rescheduled within minutes.",
    },
    notForPriority: "Priority sessions do not wait for this.",
    openQueue: "Queue",
    since: "Held",
    next: "Next check",
    openCosts: "Budgets",
  },

  admission: {
    headline: (running: boolean) =>
      running ? "Admitted after a long wait" : "Its last turn was admitted after a long wait",
    body: (running: boolean) =>
      running
        ? "It waited so long that it may run this one turn regardless of quota."
        : "It waited so long that it ran one turn regardless of quota. The next turn waits again.",
    at: "Admitted",
  },

  retry: {
    headline: (at: string | null) => (at === null ? "Retrying soon" : `Retrying at ${at}`),
    body: "The last attempt ended in a temporary error. The turn continues where it left off.",
    since: "Waiting since",
    error: "Error",
    clone: {
      headline: (at: string | null) =>
        `The repository could not be cloned; ${at === null ? "retrying soon" : `retrying at ${at}`}`,
      body: "No agent has started yet. Try now, or choose another repository.",
    },
  },

  diskSpace: {
    headline: "Waiting for disk space",
    body: (missingBytes: number) =>
      `The turn starts automatically once ${Math.ceil(missingBytes / 1024 ** 2)} MB more are free on the disk that holds the data folder.`,
    since: "Waiting since",
    open: "Data",
  },

  queuedTurn: {
    headline: (busyAgents: number | null): string => {
      if (busyAgents === null) return "Queued: starts in a moment";
      return busyAgents === 1 ? "Queued: the only agent is busy" : `Queued: all ${busyAgents} agents busy`;
    },
    starts: "The turn starts automatically as soon as an agent is free.",
    wouldStop: (sessionId: number) =>
      `Starting it now stops the most recently started turn, in session ${sessionId}, and queues that turn again.`,
    since: "Queued",
    stopped: "Would be stopped",
    victim: ({ id, title }: { id: number; title: string }, since: string) =>
      `${id} "${title}", running since ${since}`,
    startNow: "Start now",
  },

  signIn: {
    headline: (servers: readonly string[]) => `Sign in to ${nameList(servers)}`,
    again: (servers: readonly string[]) => `Sign in to ${nameList(servers)} again`,
    stoppedWorking: "The stored sign-in stopped working, so the agent cannot use these servers.",
    required: (turnWaits: boolean) =>
      `The session uses servers that need your consent. ${
        turnWaits
          ? "The turn waits until then and resumes automatically afterwards."
          : "The agent works without them until then."
      }`,
    openConnectors: "Connectors",
  },

  lostQuestion: {
    headline: { expired: "A question was not answered in time", stranded: "A question was lost" },
    body: {
      expired: "The agent asked you something. Time ran out, and it continued without an answer.",
      stranded: "The agent asked you something and stopped before you answered.",
    },
    next: "Send a message with your answer to start the next turn.",
    question: "Question",
    answerNow: "Answer now",
    answer: (question: string) => `You asked: "${question}"\n\nMy answer: `,
  },

  wake: {
    due: "Due to wake now",
    asleepUntil: (until: string) => `Asleep until ${until}`,
    message: "it gets a message",
    body: "It wakes automatically. A message wakes it now, and it sleeps again afterwards.",
    scheduled: "Scheduled wakes",
    sendMessage: "Send a message now",
  },
};
