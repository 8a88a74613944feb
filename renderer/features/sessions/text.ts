import type {
  SchedulingClass,
  Session,
  SessionStatus,
} from "../../../server/domains/sessions/sessions/model.ts";

export const statusLabels: Record<SessionStatus, string> = {
  needs_input: "Needs you",
  failed: "Failed",
  running: "Running",
  waiting: "Waiting",
  archived: "Archived",
};

export const classLabels: Record<SchedulingClass, string> = { priority: "Priority", spot: "Spot" };

const runtimeLabels: Record<string, string> = { claude_code: "Claude Code", codex: "Codex", pi: "pi" };

/** The runtime's name; its id with spaces where this page knows no better. */
export const runtimeLabel = (id: string): string => runtimeLabels[id] ?? id.replaceAll("_", " ");

const failures: Record<string, string> = {
  git_clone_failed: "The repository could not be cloned",
  clone_validation_failed: "The clone failed validation",
  clone_removed: "The clone is gone",
  spawn_failed: "The agent could not be started",
  cli_missing: "The agent's command-line tool is not installed",
  runtime_missing: "The runtime is no longer available",
  process_failed: "The agent process kept exiting",
  conversation_lost: "The agent lost its conversation",
  credential_refused: "The provider refused the credentials",
  billing: "The provider's account has a billing problem",
  context_length: "The conversation no longer fits the model",
  model_not_found: "The provider does not know the model",
  terminal_api_error: "The provider refused the request",
  api_error_retries_exhausted: "The provider kept failing",
  air_secret_unresolvable: "A secret that the catalog names was not found",
  oauth_required: "An MCP server needs you to sign in",
  mcp_connection_failed: "An MCP server could not be reached",
  transcript_unavailable: "The transcript could not be read",
  exception: "Signalbox hit an internal error",
};

/** Why it failed, in plain words; the service's own word where it is a new one. */
export function failureText(reason: string | null): string {
  if (reason === null) return "The session failed";
  const known = failures[reason];
  if (known !== undefined) return known;
  const words = reason.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a waiting session waits for, as far as its own fields tell. */
export function waitingText(
  session: Pick<Session, "deliberate_sleep_at" | "job_id" | "failure_detail" | "prompt">,
): string {
  if (session.deliberate_sleep_at !== null) return "Asleep until you send a message";
  if (session.job_id !== null) return firstLine(session.failure_detail) ?? "A turn is queued";
  return session.prompt === null ? "Not started: no prompt yet" : "Nothing is queued";
}

const firstLine = (text: string | null): string | null =>
  text
    ?.split("\n")
    .find((line) => line.trim() !== "")
    ?.trim() ?? null;

/** One line under or beside the title; null where the status says it all. */
export function reasonLine(session: Session): string | null {
  if (session.status === "failed") {
    const detail = firstLine(session.failure_detail);
    return detail === null
      ? failureText(session.failure_reason)
      : `${failureText(session.failure_reason)}: ${detail}`;
  }
  return session.status === "waiting" ? waitingText(session) : null;
}

/** A model as its provider names it, without the provider. */
export const modelName = (model: string): string => model.split("/").at(-1) ?? model;

/** The agent root's name where the session was made from one. */
export function rootOf(session: Pick<Session, "metadata">): string | null {
  const key = session.metadata["agent_root_key"];
  return typeof key === "string" && key !== "" ? key : null;
}

/** The last part of a repository's address: `shop` of `https://host/team/shop.git`. */
function repositoryName(gitRoot: string | null): string {
  const [last = ""] = (gitRoot ?? "")
    .replace(/[/\\]+$/, "")
    .split(/[/\\:]/)
    .slice(-1);
  return last.replace(/\.git$/, "") || "No repository";
}

export const projectName = (session: Session): string => rootOf(session) ?? repositoryName(session.git_root);

/** A text among a session's open-ended settings; null when it is not there. */
export function textAt(record: Record<string, unknown>, key: string): string | null {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : null;
}
