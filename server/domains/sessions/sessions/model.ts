import { z } from "zod";
import { noContent, operation, pageQuery, pagination, queryFlag } from "../../../http/model.ts";
import { sessionSandbox } from "../../workspace/sandboxes/model.ts";
import { sessionRepositoryTrust } from "../../workspace/trust/model.ts";
import { goalCheck } from "../goals/model.ts";

export const statusNames = ["waiting", "running", "needs_input", "failed", "archived"] as const;
export const sessionStatus = z.enum(statusNames).meta({ id: "SessionStatus" });
export type SessionStatus = z.infer<typeof sessionStatus>;

/** Why sessions fail. Those of earlier versions can have others. */
export const failureReasons = [
  "git_clone_failed",
  "repository_unsafe",
  "runtime_missing",
  "cli_missing",
  "sandbox_unavailable",
  "air_secret_unresolvable",
  "catalog_entry_gone",
  "catalog_selection_collides",
  "server_address_invalid",
  "equipment_refused",
  "spawn_failed",
  "process_failed",
  "conversation_lost",
  "credential_refused",
  "billing",
  "context_length",
  "model_not_found",
  "terminal_api_error",
  "api_error_retries_exhausted",
  "agent_silent",
  "resource_limit",
  "machine_shortage",
  "exception",
] as const;
export type FailureReason = (typeof failureReasons)[number];

export const schedulingClassNames = ["spot", "priority"] as const;
export const schedulingClass = z.enum(schedulingClassNames);
export type SchedulingClass = z.infer<typeof schedulingClass>;

export const genesisNames = [
  "web_ui",
  "chat",
  "code_host_issue",
  "code_host_label",
  "schedule",
  "ao_event",
  "api",
  "unknown",
] as const;
export type Genesis = (typeof genesisNames)[number];

export const viewNames = ["created_desc", "last_touched", "user", "ranked"] as const;
export type SessionViewName = (typeof viewNames)[number];

/** Times on the wire: ISO 8601 in UTC, second precision. */
const instant = z.string();

/** What a session that stopped is waiting for, the most urgent first. */
export const attentionKinds = ["question", "failed", "review", "ci", "done", "idle"] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** The kinds that need a person; only these are counted and announced. */
export const needyKinds = ["question", "failed", "review"] as const satisfies readonly AttentionKind[];

export const needsPerson = (kind: AttentionKind | undefined): boolean =>
  needyKinds.some((needy) => needy === kind);

/** The kinds that a person can choose instead of what was decided. */
export const chosenKinds = ["question", "review", "done"] as const satisfies readonly AttentionKind[];
export type ChosenKind = (typeof chosenKinds)[number];

export const attention = z
  .object({
    /**
     * question: it asked, or ended on a question. review: there is work to look at. failed: its last turn failed.
     * ci: checks of its pull request are running. done: nothing is left to do. idle: it never had work.
     */
    kind: z.enum(attentionKinds),
    /** One line for people. */
    reason: z.string(),
    /** The agent's last words in one line; null if the last ones are not the agent's, and until they were read. */
    said: z.string().nullable(),
    since: instant,
    /** A person chose it; it holds until the session works again. */
    corrected: z.boolean(),
  })
  .meta({ id: "Attention" });
export type Attention = z.infer<typeof attention>;

/** The category of a session, as part of it. */
export const sessionCategory = z.object({
  id: z.number().int(),
  name: z.string(),
  position: z.number().int(),
  is_frozen: z.boolean(),
});
export type SessionCategory = z.infer<typeof sessionCategory>;

const jsonObject = z.record(z.string(), z.unknown());
const names = z.array(z.string());

/** How far the clone of the turn under way is. */
const turnCloning = z.object({
  step: z.enum(["connecting", "receiving", "unpacking", "writing_files", "separating"]),
  /** Of this step, 0 to 100; null if it is not known. */
  percent: z.number().int().nullable(),
  since: instant,
});
export type TurnCloning = z.infer<typeof turnCloning>;

export const session = z
  .object({
    id: z.number().int(),
    slug: z.string().nullable(),
    title: z.string(),
    status: sessionStatus,
    /** What it waits for since it stopped; null while it works, sleeps or is archived, and until that is decided. */
    attention: attention.nullable(),
    agent_runtime: z.string(),
    genesis: z.string(),
    scheduling_class: schedulingClass.nullable(),
    priority_class: schedulingClass,
    precedence: z.number().int(),
    visibility: z.enum(["visible", "hidden", "snoozed"]),
    effective_visibility: z.enum(["visible", "hidden", "snoozed"]),
    snoozed_until: instant.nullable(),
    prompt: z.string().nullable(),
    git_root: z.string().nullable(),
    branch: z.string(),
    subdirectory: z.string().nullable(),
    repository_trust: sessionRepositoryTrust.nullable(),
    sandbox: sessionSandbox,
    goal: z.string().nullable(),
    goal_check: goalCheck.nullable(),
    is_autonomous: z.boolean(),
    idempotency_key: z.string().nullable(),
    parent_session_id: z.number().int().nullable(),
    mcp_servers: names,
    all_mcp_servers: names,
    injected_mcp_servers: names,
    catalog_skills: names,
    catalog_hooks: names,
    catalog_plugins: names,
    config: jsonObject,
    metadata: jsonObject,
    custom_metadata: jsonObject,
    auto_compact_window: z.number().int().nullable(),
    heartbeat_enabled: z.boolean(),
    heartbeat_interval_seconds: z.number().int(),
    session_id: z.string().nullable(),
    job_id: z.string().nullable(),
    running_job_id: z.string().nullable(),
    deliberate_sleep_at: instant.nullable(),
    failure_reason: z.string().nullable(),
    failure_detail: z.string().nullable(),
    cloning: turnCloning.nullable(),
    /** Since when the agent of the turn under way has given no sign of life; null before a minute of that. */
    silent_since: instant.nullable(),
    archived_at: instant.nullable(),
    trash_after: instant.nullable(),
    session_notes: z.string().nullable(),
    session_notes_updated_at: instant.nullable(),
    favorited: z.boolean(),
    category_id: z.number().int().nullable(),
    category: sessionCategory.nullable(),
    created_at: instant,
    updated_at: instant,
    transcript: z.string().optional(),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

export const promptLimit = 500_000;
export const goalLimit = 50_000;

/** Built only when shown, because formatting a number loads 8 MB of locale tables. */
export const tooLong = (what: string, limit: number) => ({
  error: () => `${what} is longer than ${limit.toLocaleString("en")} characters`,
});
export const promptText = z.string().max(promptLimit, tooLong("The prompt", promptLimit));
export const goalText = z.string().max(goalLimit, tooLong("The goal", goalLimit));
const depthLimit = 100;

/** Serializing a value recurses into it, so unlimited nesting would exhaust the stack. */
export function isShallow(value: unknown, left = depthLimit): boolean {
  if (typeof value !== "object" || value === null) return true;
  return left > 0 && Object.values(value).every((item) => isShallow(item, left - 1));
}

const givenObject = jsonObject.refine(
  (value) => isShallow(value),
  `It is nested more than ${depthLimit} levels deep`,
);
const catalogNames = z.array(z.string().min(1).max(200));

/** E3. Unknown keys are dropped (R9). */
export const newSession = z.object({
  agent_root: z.string().max(200).nullish(),
  agent_runtime: z.string().max(100).nullish(),
  prompt: promptText.nullish(),
  git_root: z.string().max(2_000).nullish(),
  branch: z.string().max(300).nullish(),
  subdirectory: z.string().max(1_000).nullish(),
  title: z.string().nullish(),
  slug: z.string().max(200).nullish(),
  goal: goalText.nullish(),
  is_autonomous: z.boolean().nullish(),
  parent_session_id: z.number().int().positive().nullish(),
  auto_compact_window: z.number().int().min(1).max(1_000_000).nullish(),
  /** The least that its agent runs in; what it inherits, and what its repository and the service ask for, also count. */
  sandbox: z.string().max(40).nullish(),
  scheduling_class: z.string().nullish(),
  precedence: z.number().int().nullish(),
  place: z.string().nullish(),
  idempotency_key: z.string().max(255, tooLong("idempotency_key", 255)).nullish(),
  mcp_servers: catalogNames.optional(),
  catalog_skills: catalogNames.optional(),
  catalog_hooks: catalogNames.optional(),
  catalog_plugins: catalogNames.optional(),
  config: givenObject.nullish(),
  custom_metadata: givenObject.nullish(),
  clone_only: z.boolean().nullish(),
});
export type NewSession = z.infer<typeof newSession>;

/** E8. Absent = unchanged. */
export const sessionPatch = z.object({
  title: z.unknown().optional(),
  slug: z.string().max(200).optional(),
  goal: goalText.nullable().optional(),
  is_autonomous: z.boolean().optional(),
  scheduling_class: z.string().nullable().optional(),
  precedence: z.number().int().optional(),
  place: z.string().optional(),
  custom_metadata: givenObject.optional(),
});
export type SessionPatch = z.infer<typeof sessionPatch>;

export const sessionFilters = {
  status: z.array(z.string()).optional(),
  agent_runtime: z.string().optional(),
  agent_root: z.string().optional(),
  priority_class: z.string().optional(),
  genesis: z.string().optional(),
  show_archived: queryFlag(),
  visibility: z.string().optional(),
  attention: z.array(z.string()).optional(),
  view: z.string().optional(),
  include: z.array(z.string()).optional(),
};
const filterShape = z.object(sessionFilters);
export type SessionFilters = z.infer<typeof filterShape>;

export const boardRow = z.object({
  agent_root: z.string().nullable(),
  status_summary: z.string().nullable(),
});
const boardRows = z.record(z.string(), boardRow).optional();

export const sessionList = z.object({
  sessions: z.array(session),
  pagination,
  truncated: z.literal(true).optional(),
  board_rows: boardRows,
});
export type SessionList = z.infer<typeof sessionList>;

/** How far a transcript search got (R46). Incomplete and empty means not found yet. */
const contentScan = z
  .object({
    complete: z.boolean(),
    timed_out: z.boolean(),
    scanned_sessions: z.number().int(),
    candidate_sessions: z.number().int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "ContentScan" });

const sessionSearch = z.object({
  ...sessionFilters,
  ...pageQuery,
  q: z.string().optional(),
  query: z.string().optional(),
  search_contents: queryFlag(),
  scan_cursor: z.string().optional(),
});
export type SessionSearch = z.infer<typeof sessionSearch>;

const sessionsFound = sessionList.extend({
  query: z.string(),
  search_contents: z.boolean(),
  content_scan: contentScan.optional(),
});
export type SessionsFound = z.infer<typeof sessionsFound>;

export const sessionAnswer = z.object({ session, message: z.string().optional() });
export const sessionRef = z.object({ id: z.string().min(1).max(300) });

export const sessionOperations = {
  listSessions: operation({
    id: "listSessions",
    method: "get",
    path: "/sessions",
    source: "E1",
    summary: "List sessions, newest first by default",
    callers: ["api", "native"],
    query: z.object({ ...sessionFilters, ...pageQuery }),
    response: sessionList,
  }),
  searchSessions: operation({
    id: "searchSessions",
    method: "get",
    path: "/sessions/search",
    source: "E2",
    summary: "Search titles, metadata and, on request, transcripts for a literal substring",
    callers: ["api", "native"],
    query: sessionSearch,
    response: sessionsFound,
    errors: [400],
  }),
  createSession: operation({
    id: "createSession",
    method: "post",
    path: "/sessions",
    source: "E3",
    summary: "Create a session and, with a prompt, queue its first turn",
    callers: ["api", "native"],
    body: newSession,
    bodyLimit: 8 * 1024 * 1024,
    response: z.object({
      session,
      warnings: z.array(z.string()).optional(),
      idempotent_replay: z.literal(true).optional(),
    }),
    status: 201,
    otherStatuses: [200],
  }),
  updateSession: operation({
    id: "updateSession",
    method: "patch",
    path: "/sessions/{id}",
    source: "E8",
    summary: "Change title, slug, goal, autonomy, class, rank or the caller's metadata",
    callers: ["api", "native"],
    params: sessionRef,
    body: sessionPatch,
    response: z.object({
      session,
      /** Whether a waiting session that became a priority session started. */
      start: z.object({ outcome: z.enum(["started", "refused"]), message: z.string() }).optional(),
    }),
    errors: [404],
  }),
  deleteSession: operation({
    id: "deleteSession",
    method: "delete",
    path: "/sessions/{id}",
    source: "E9",
    summary: "Delete a session permanently, with its clone, scratch folder and attachments",
    callers: ["api", "native"],
    params: sessionRef,
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;

/** A server that a person must sign in to before it can be used. */
export interface RequiredSignIn {
  server_name: string;
  server_url: string;
}

/** A question that was not answered in time. */
export interface LostElicitation {
  /** `stranded`: the agent that asked stopped. */
  reason: "expired" | "stranded";
  at: string;
  request_id: string;
  summary: string;
}
