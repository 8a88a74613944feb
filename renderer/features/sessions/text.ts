import type {
  AttentionKind,
  FailureReason,
  SchedulingClass,
  SessionStatus,
} from "../../../server/domains/sessions/sessions/model.ts";

const statuses: Readonly<Record<SessionStatus, string>> = {
  needs_input: "Needs you",
  failed: "Failed",
  running: "Running",
  waiting: "Waiting",
  archived: "Archived",
};

const classes: Readonly<Record<SchedulingClass, string>> = { priority: "Priority", spot: "Spot" };

const runtimes: Readonly<Record<string, string>> = { claude_code: "Claude Code", codex: "Codex", pi: "pi" };

const failures: Readonly<Record<FailureReason, string>> = {
  git_clone_failed: "The repository could not be cloned",
  repository_unsafe: "The repository is in a folder that agents can change",
  spawn_failed: "The agent could not be started",
  cli_missing: "The agent's command-line tool is not installed",
  runtime_missing: "The runtime is no longer available",
  process_failed: "The agent process kept exiting",
  conversation_lost: "The agent lost its conversation",
  credential_refused: "The provider refused the credentials",
  billing: "The provider's account has a billing problem",
  context_length: "The conversation no longer fits the model's context",
  model_not_found: "The provider does not know the model",
  terminal_api_error: "The provider refused the request",
  api_error_retries_exhausted: "The provider kept failing",
  air_secret_unresolvable: "A secret that the catalog names was not found",
  catalog_entry_gone: "The catalog no longer has something that the session uses",
  catalog_selection_collides: "Two entries of the catalog cannot be used together",
  server_address_invalid: "The address of an MCP server is not valid",
  equipment_refused: "What the session uses cannot be provided",
  sandbox_unavailable: "The sandbox could not be started",
  agent_silent: "The agent gave no output",
  resource_limit: "The agent used more of this machine than a turn may",
  machine_shortage: "This machine ran short of resources",
  exception: "Signalbox hit an internal error",
};

const attention: Readonly<Record<AttentionKind, string>> = {
  question: "Question",
  failed: "Failed",
  review: "Review",
  ci: "Waiting on CI",
  done: "Done",
  idle: "Idle",
};

/** The words for a session that every page shares. */
export const text = {
  statuses,
  attention,
  classes,
  runtimes,
  failures,
  failed: "The session failed",
  asleep: "Asleep until you send a message",
  turnQueued: "A turn is queued",
  cloning: (percent: number | null) => (percent === null ? "Cloning" : `Cloning, ${percent} %`),
  separating: (percent: number | null) =>
    percent === null ? "Separating the clone" : `Separating the clone, ${percent} %`,
  noPrompt: "Not started: no prompt yet",
  nothingQueued: "Nothing is queued",
  noRepository: "No repository",
  deleted: "The session was deleted.",
  schedulingClass: "Scheduling class",
  goal: (met: number, total: number) => `Goal: ${met} of ${total} checks met`,
  rank: (rank: number) => `Rank ${rank} in its queue`,
  /** Follows a count of sessions. */
  needYou: (count: number) => (count === 1 ? "needs you" : "need you"),
  tabs: {
    conversation: "Conversation",
    changes: "Changes",
    subagents: "Subagents",
    artifacts: "Artifacts",
  },
  logFilters: {
    error: "Errors",
    warning: "Warnings",
    info: "Information",
    debug: "Debugging",
    verbose: "Verbose",
    not_info: "Everything except information",
    not_debug: "Everything except debugging",
    not_verbose: "Everything except verbose",
  },
};
