import type { FailureReason, Session } from "../../../server/domains/sessions/sessions/model.ts";

/** What a person can do about a failure; the first one is the most likely to help. */
export type FailureAct =
  /** Runs the turn again. The label says "Try again" where something had to be mended first, and "Try now" where it would come by itself. */
  | { kind: "restart"; again: boolean; now?: true }
  /** The page where the accounts of the CLIs are signed in, and their keys are kept. */
  | { kind: "accounts" }
  /** What to type to sign in to the session's CLI, or to install it. */
  | { kind: "sign_in" }
  | { kind: "install" }
  /** A page of the settings. */
  | { kind: "settings"; section: "catalog" | "clis" }
  /** The session's own settings, where its model is chosen. */
  | { kind: "choose_model" }
  /** Another repository, branch or folder for a session that could not be cloned. */
  | { kind: "clone_elsewhere" }
  /** Has git read the repository of another user. */
  | { kind: "read_foreign" }
  /** A new session with the same setup. */
  | { kind: "start_over" };

const tryAgain: FailureAct = { kind: "restart", again: true };
const restart: FailureAct = { kind: "restart", again: false };

const actsByReason: Readonly<Partial<Record<FailureReason, readonly FailureAct[]>>> = {
  cli_missing: [{ kind: "install" }, tryAgain],
  credential_refused: [{ kind: "accounts" }, { kind: "sign_in" }, tryAgain],
  billing: [{ kind: "accounts" }, { kind: "sign_in" }, tryAgain],
  model_not_found: [{ kind: "choose_model" }, tryAgain],
  air_secret_unresolvable: [{ kind: "settings", section: "catalog" }, tryAgain],
  catalog_entry_gone: [{ kind: "settings", section: "catalog" }, tryAgain],
  catalog_selection_collides: [{ kind: "settings", section: "catalog" }, tryAgain],
  server_address_invalid: [{ kind: "settings", section: "catalog" }, tryAgain],
  sandbox_unavailable: [{ kind: "settings", section: "clis" }, tryAgain],
  repository_unsafe: [{ kind: "clone_elsewhere" }, tryAgain],
  git_clone_failed: [tryAgain, { kind: "clone_elsewhere" }],
  api_error_retries_exhausted: [tryAgain],
  terminal_api_error: [tryAgain],
  context_length: [{ kind: "start_over" }, restart],
  conversation_lost: [restart, { kind: "start_over" }],
  runtime_missing: [{ kind: "start_over" }, restart],
};

/** The acts that mend a failure; a reason that this page does not know can be restarted. */
export function failureActs({
  failure_reason,
  failure_detail = null,
}: Pick<Session, "failure_reason"> & Partial<Pick<Session, "failure_detail">>): readonly FailureAct[] {
  const known = (actsByReason as Partial<Record<string, readonly FailureAct[]>>)[failure_reason ?? ""];
  const acts = known ?? [restart];
  const isForeign = failure_reason === "git_clone_failed" && failure_detail?.includes(foreign) === true;
  return isForeign ? [{ kind: "read_foreign" }, ...acts] : acts;
}

/** Git's own words for a repository of another user. */
const foreign = "(dubious ownership)";

/** The acts for a turn that has not begun, because its clone failed and is tried again by itself. */
export const cloneActs: readonly FailureAct[] = [
  { kind: "restart", again: true, now: true },
  { kind: "clone_elsewhere" },
];

/** The acts for a turn that waits because its account is refused or used up. Spent quota comes back by itself. */
export const outageActs = (mechanism: "credential" | "quota"): readonly FailureAct[] =>
  mechanism === "credential" ? [{ kind: "accounts" }, { kind: "sign_in" }, tryAgain] : [tryAgain];
