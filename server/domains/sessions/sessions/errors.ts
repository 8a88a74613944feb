import { defineRefusals } from "../../../lib/errors.ts";
import { attentionKinds, genesisNames, statusNames, viewNames } from "./model.ts";

const archived = (label: string) => ({
  status: 422,
  label,
  message: "The session is archived; unarchive it first",
});

export const sessionRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Session not found" },
  query_missing: { status: 400, label: "Missing parameter", message: "q is required" },
  query_too_long: { status: 400, label: "Query too long", message: "q may have at most 1,000 characters" },
  unknown_status: {
    status: 422,
    label: "Invalid status",
    message: ({ value = "" }) => `Unknown status "${value}". Valid: ${statusNames.join(", ")}`,
  },
  unknown_attention: {
    status: 422,
    label: "Invalid attention",
    message: ({ value = "" }) => `Unknown attention "${value}". Valid: ${attentionKinds.join(", ")}`,
  },
  unknown_view: {
    status: 422,
    label: "Invalid view",
    message: ({ value = "" }) => `Unknown view "${value}". Valid: ${viewNames.join(", ")}`,
  },
  view_has_one_page: {
    status: 422,
    label: "Invalid page",
    message: ({ view = "" }) =>
      `The ${view} view returns its first 500 sessions on one page; there is no page 2`,
  },
  unknown_cursor: {
    status: 422,
    label: "Invalid scan_cursor",
    message: "scan_cursor did not come from a search; leave it out to start with the newest session",
  },
  invalid_agent_root: {
    status: 422,
    label: "Invalid agent_root",
    message: ({ name = "" }) => `There is no agent root named "${name}"`,
  },
  unknown_runtime: {
    status: 422,
    label: "Invalid agent_runtime",
    message: ({ name = "", known = "" }) => `"${name}" is not a registered runtime. Registered: ${known}`,
  },
  clone_only_with_prompt: {
    status: 422,
    label: "Invalid parameter",
    message: "clone_only does not accept a prompt; send the first prompt with follow_up",
  },
  unknown_class: {
    status: 422,
    label: "Invalid scheduling_class",
    message: ({ value = "" }) => `Unknown scheduling_class "${value}". Valid: spot, priority`,
  },
  place_and_precedence: {
    status: 422,
    label: "Invalid parameter",
    message: "Send place or precedence, not both",
  },
  unknown_place: {
    status: 422,
    label: "Invalid place",
    message: ({ value = "" }) => `Unknown place "${value}". Valid: top_of_spot`,
  },
  slug_all_digits: {
    status: 422,
    label: "Invalid slug",
    message: "A slug cannot be all digits, because that would be an id",
  },
  slug_shape: {
    status: 422,
    label: "Invalid slug",
    message:
      "A slug can contain letters, digits, hyphens and underscores, and must start with a letter or digit",
  },
  slug_reserved: {
    status: 422,
    label: "Invalid slug",
    message: "This slug is reserved because it is the address of the search",
  },
  slug_taken: {
    status: 422,
    label: "Invalid slug",
    message: ({ slug = "" }) => `The slug "${slug}" is taken`,
  },
  unknown_parent: {
    status: 422,
    label: "Invalid parent_session_id",
    message: ({ id = "" }) => `There is no session ${id}`,
  },
  git_root_missing: {
    status: 422,
    label: "Missing parameter",
    message: "Specify an agent_root, or the repository as git_root",
  },
  invalid_repository: {
    status: 422,
    label: "Invalid git_root",
    message: ({ reason = "" }) => String(reason),
  },
  effort_not_taken: {
    status: 422,
    label: "Invalid effort",
    message: ({ effort = "", model = "", valid = "" }) =>
      `${model} does not support effort "${effort}". Valid: ${valid === "" ? "none" : valid}`,
  },
  effort_not_a_string: {
    status: 422,
    label: "Validation failed",
    message: "config.effort must be a string",
  },
  title_length: {
    status: 422,
    label: "Validation failed",
    message: "The title must have 1 to 100 characters",
  },
  changed_meanwhile: {
    status: 409,
    label: "Conflict",
    message: "The session was changed by another request; try again",
  },
  archived_at_start: archived("Cannot start"),
  archived_at_rest: archived("Cannot rest"),
  archived_at_wait: archived("Cannot wait"),
  archived_at_failure: archived("Cannot fail"),
  already_archived: archived("Cannot trash"),
  cannot_pause: {
    status: 422,
    label: "Cannot pause",
    message: ({ status = "" }) => `Only a running session can be paused; this one is ${status}`,
  },
  cannot_ask: {
    status: 422,
    label: "Cannot ask",
    message: ({ status = "" }) => `Only a running session can ask a question; this one is ${status}`,
  },
  no_question: {
    status: 422,
    label: "Cannot go on",
    message: "The session is not waiting for an answer",
  },
  not_parked: { status: 422, label: "Cannot go on", message: "The session is not parked" },
  cannot_sleep: {
    status: 422,
    label: "Cannot sleep",
    message: ({ status = "" }) =>
      `Only a session that is running or needs input can sleep; this one is ${status}`,
  },
  cannot_be_woken: {
    status: 422,
    label: "Cannot be woken",
    message: ({ status = "" }) => `A failed or archived session cannot be woken; this one is ${status}`,
  },
  not_archived: { status: 422, label: "Cannot restore", message: "The session is not archived" },
});

/** The values of the genesis filter; unknown ones are ignored. */
export const knownGenesis: readonly string[] = genesisNames;
