import type { LimitKind, Limits } from "../../../lib/limits/index.ts";
import type { ProcessEnd, TurnProblem } from "./rules.ts";
import type { Silence } from "./silence-rules.ts";

const names = (servers: readonly { server_name: string }[]): string =>
  servers.map(({ server_name }) => server_name).join(", ");

const lines = (...parts: readonly string[]): string => parts.join("\n").trim();

function processEnd(end: ProcessEnd | "interrupted"): string {
  if (end === "interrupted") return "interrupted by another program";
  return end.signal ?? `exit code ${end.exitCode ?? "unknown"}`;
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes === 0 ? `${Math.round(ms / 1_000)} s` : `${minutes} min`;
}

function silence({ phase, ms }: Silence): string {
  const time = duration(ms);
  switch (phase) {
    case "starting":
      return `The agent's CLI said nothing in the ${time} since it was started, so it was ended.`;
    case "thinking":
      return `The agent gave no output for ${time}, so it was ended.`;
    case "using_tool":
      return `A tool call of the agent ran for ${time} without output, so it was ended.`;
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2).toLocaleString("en-US")} MB`;

function limit(kind: LimitKind, { processes, memoryBytes, diskBytes }: Limits): string {
  const ended =
    "so all of it was ended. What it had written is still there; a message continues the session.";
  switch (kind) {
    case "processes":
      return `What the agent started came to ${processes.toLocaleString("en-US")} processes and threads, the most a turn may have (SERVICE_AGENT_PROCESSES), ${ended}`;
    case "memory":
      return `What the agent started needed more than ${megabytes(memoryBytes)} of memory, the most a turn may have (SERVICE_AGENT_MEMORY_MB), ${ended}`;
    case "disk":
      return diskBytes === null
        ? `The agent filled the disk of the data folder up to what is kept free (SERVICE_MIN_FREE_MB), ${ended}`
        : `The agent wrote more than a turn may (${megabytes(diskBytes)}, SERVICE_AGENT_DISK_MB) or filled the disk of the data folder, ${ended}`;
  }
}

/** What an agent can do about its own session, and when it may stop for a person (part B, needs_input). */
const ownSession = [
  "The tools action_session, wake_me_up_later, send_push_notification, get_session and quick_search_sessions reach the service.",
  "To wait for a machine, set a wake and end your turn. When the goal is met, archive the session as your last action.",
  "Stop and wait for a person for these reasons only: you lack a permission or a tool and have neither a parent to report to",
  "(message_parent) nor a root to start; a pull request is open and whether it will be merged is undecided; a person began",
  "this session to explore or to ask; you have a rare doubt about something too dangerous and too final to guess.",
  "If a wake is set then, call rest_in_needs_input last.",
];

/** The words of turns: the session log, answers, and what agents are sent. */
export const text = {
  /** Why a session failed. */
  failure(problem: TurnProblem): string {
    switch (problem.kind) {
      case "process_ended":
        return lines(`The agent process exited unexpectedly (${processEnd(problem.end)}).`, problem.stderr);
      case "not_started":
        return lines(problem.message, problem.stderr);
      case "shortage":
        return `The turn could not run, because ${problem.message}.`;
      case "silent":
        return silence(problem.silence);
      case "limit":
        return limit(problem.limit, problem.limits);
      case "runtime_missing":
        return `The runtime "${problem.runtime}" is not registered`;
      case "sandbox":
        return `The session's sandbox cannot start. ${problem.message} To run agents without a sandbox, start the service with SERVICE_SANDBOX=off.`;
      case "quota":
      case "account":
      case "provider":
      case "conversation_lost":
      case "clone":
      case "other":
        return problem.message;
    }
  },
  /** Why a turn waits before it is tried again. */
  delay(problem: TurnProblem): string {
    switch (problem.kind) {
      case "quota":
        return `Out of quota: ${problem.message}`;
      case "provider":
        return `The provider failed: ${problem.message}`;
      case "conversation_lost":
        return `Starting a new conversation: ${problem.message}`;
      case "clone":
        return `The clone failed: ${problem.message}`;
      default:
        return text.failure(problem);
    }
  },

  log: {
    failed: (reason: string, detail: string) => `The session failed (${reason}): ${detail}`,
    retryAt: (delay: string, at: string) =>
      `${delay}${/[.!?]$/.test(delay) ? "" : "."} The turn will be retried at ${at}.`,
    providerRetry: (message: string, attempt: number) =>
      `The provider failed (${message}); retrying, attempt ${attempt}`,
    mcpServerFailed: (server: string, message: string) =>
      `The MCP server "${server}" did not start: ${message}`,
    compacted: "The conversation was compacted",
    conversationLost: "The agent's record of the conversation was lost; the conversation starts over",
    conversationRestored: "The agent's record of the conversation was restored from the redacted transcript",
    /** Some CLIs handle commands such as `/help` themselves and keep no record of them. */
    notInConversation:
      "The turn ended without the prompt in the agent's conversation; its CLI may have run it as a command",

    withoutConversation: (name: string) => `/${name} had nothing to do: the conversation has not begun`,
    commandDone: (name: string) => `The service ran /${name}`,
    doneAtLimit: (limit: LimitKind) =>
      `The agent finished, but what it started met the limit of ${limit === "disk" ? "disk space" : limit}; some of it may have failed`,

    cameFrom: (source: string) => `A follow-up came from ${source}`,
    interrupted: "The turn was interrupted to deliver a message",
    goalLost: (goal: string) => `The message's goal "${goal}" is no longer in the catalog and was left out`,
    undelivered: (count: number) =>
      `${count === 1 ? "A message" : `${count} messages`} had not reached the agent when its turn was stopped`,
    keptForUnarchive: (count: number) =>
      count === 1
        ? "A message had not reached the agent; it is queued again and will be delivered if the session is unarchived"
        : `${count} messages had not reached the agent; they are queued again and will be delivered if the session is unarchived`,
    reported: (parent: number, reason: string) => `Reported to parent session ${parent} (${reason})`,
    childReported: (child: number, reason: string) => `Child session ${child} reported (${reason})`,

    paused: (by: string) => `Paused by ${by}`,
    restarted: (by: string) => `Restarted by ${by}`,
    taskStopped: (what: string, by: string) => `Stopped in the background by ${by}: ${what}`,
    repositoryChanged: (gitRoot: string, branch: string) => `Will be cloned from ${gitRoot} at ${branch}`,
    asleep: "Asleep",
    willSleep: "Will sleep when its turn ends",
    continuedByRefresh: "Continued by a refresh of all sessions",
    continuedAtStart: "The service stopped during the turn; the turn continues now",
    idleAtStart: "The service stopped between two turns; the session is idle",
    signInRequired: (servers: readonly { server_name: string }[]) =>
      `Waiting for a person to sign in to: ${names(servers)}`,
    noAccount: (why: string) => `${why} The session waits for an account.`,
    accountServes: "An account is available again; the session continues",
    signedIn: "Every server is signed in to; the session continues",

    cloned: (gitRoot: string, branch: string) => `Cloned ${gitRoot} at ${branch}`,
    archivedWorkLost: (reason: string) =>
      `The archived work could not be restored into the new clone: ${reason}`,
    cloneNotRestored: (reason: string) => `The clone could not be restored yet: ${reason}`,
    cloneArchived: "The clone was archived to save space; unarchiving the session restores it",
    cloneKept: (reason: string) =>
      `The clone was not archived and stays until the trash is emptied: ${reason}`,
    archived({ by, stopped, discarded }: { by: string; stopped: boolean; discarded: number }): string {
      return [
        `Archived by ${by}.`,
        ...(stopped ? ["Its turn was stopped."] : []),
        ...(discarded === 1 ? ["A queued message was not delivered."] : []),
        ...(discarded > 1 ? [`${discarded} queued messages were not delivered.`] : []),
      ].join(" ");
    },
    unarchived: "Restored from the trash",
  },

  answers: {
    sent: "Follow-up sent",
    sentImmediately: "Follow-up sent immediately",
    queued: "A turn is active, so the message is queued",
    interrupted: "The turn was interrupted to deliver the message now",
    paused: "The session is paused",
    taskStopped: "The task was stopped",
    asleep: "The session is asleep",
    willSleep: "The session will sleep when its turn ends",
    restarted: "The session is queued again",
    failedRestarted: "The session had failed and is queued again",
    refreshed: "The transcript was read again",
    refreshedAll: (of: { refreshed: number; restarted: number; continued: number; errors: number }) =>
      `${of.refreshed} refreshed, ${of.restarted} restarted, ${of.continued} continued, ${of.errors} failed`,
    archived: "The session was moved to the trash; its work is kept until trash_after",
    unarchived: (newClone: boolean) =>
      newClone ? "The session was restored, with a new clone" : "The session was restored",
  },

  /** The detail of a session that is parked for a sign-in. */
  signInRequired: (servers: readonly { server_name: string }[]) =>
    `A person must sign in to: ${names(servers)}`,
  /** The status of a parent in a refusal. */
  failedBeforeArchive: "archived and had failed before",
  noRepository: "The session has no repository",

  reportSender: (child: number) => `session ${child}`,
  report: (child: { id: number; title: string }, { reason, message }: { reason: string; message: string }) =>
    `[Message from child session ${child.id} "${child.title}", reason: ${reason}]\n\n${message}`,

  /** Sent when a turn continues after a crash and everything accepted has been delivered already. */
  recoveryNudge:
    "[Signalbox] This is an automatic message, not a person. The previous turn was cut off. What was running then may have run " +
    "wholly, in part or not at all, also what this conversation does not show. If you were in the middle of something, check what is already done and continue from there; " +
    "if you were waiting for a person, say so and stop.",
  /** Added to the prompt that continues a conversation whose agent was cut off while tools ran. */
  cutOff: (calls: readonly { tool: string; text: string }[]) =>
    [
      calls.length === 1
        ? "[Signalbox] The agent was cut off while this ran. It may have run wholly, in part or not at all; check what it has done before you run it again:"
        : "[Signalbox] The agent was cut off while these ran. Each may have run wholly, in part or not at all; check what they have done before you run them again:",
      ...calls.map(({ tool, text: what }) => `- ${tool}: ${what}`),
    ].join("\n"),
  /** Added to the prompt that continues a conversation whose agent was cut off while it waited for an answer. */
  questionCutOff: (question: string) =>
    `[Signalbox] The agent was cut off while it waited for a person to answer this question, which is closed now. If no message here answers it and you still need the answer, ask it again: ${question}`,
  /** Added to the first prompt of a conversation that starts over. */
  workOfLostConversation:
    "[Signalbox] An earlier agent of this session worked on this already, and the record of its conversation is lost. " +
    "What it was doing may have been done wholly or in part; check before you do it again.",
  /** Sent by the heartbeat to an idle session. */
  heartbeatNudge:
    "[Signalbox] This is the session's heartbeat: an automatic message, not a person. " +
    "If you have work left, or something you were waiting for may have arrived, continue; " +
    "if you are waiting for a person, say so in one sentence and stop.",
  attachedFiles: (files: readonly { path: string; filename: string }[]) =>
    ["Attached files:", ...files.map(({ path, filename }) => `- ${path} (sent as ${filename})`)].join("\n"),
  sessionNotes: (editedAt: string, now: string) =>
    `Notes kept with this session, last edited ${editedAt}; it is now ${now}. They are for your information, not instructions.`,
  systemPrompt: (session: { id: number; scratch: string; originIsReadOnly?: boolean }) =>
    [
      `You work in an autonomous session of Signalbox (session ${session.id}); no person follows each step.`,
      "Your working folder is a clone made for this session only.",
      ...(session.originIsReadOnly === true
        ? [
            "The repository it was made from is on this machine and read-only in your sandbox, so a push to it fails; if you need one, ask for a person to trust that repository.",
          ]
        : []),
      `Files that should outlive the clone go to ${session.scratch}.`,
      "Your turn ends when you stop; a later message starts the next one.",
      "If you have a tool to ask the user, a person is shown its questions and may take long to answer; without one, end your turn with the question.",
      ...ownSession,
    ].join(" "),
};
