import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { SessionSandbox } from "../../workspace/sandboxes/model.ts";
import type { GoalCheck } from "../goals/model.ts";
import type { Attention, Session, SessionCategory } from "./model.ts";
import type { SessionRow } from "./store.ts";
import type { TurnSigns } from "./turn-signs.ts";

const idOrNull = (id: number | null): string | null => (id === null ? null : String(id));

export interface ViewContext {
  now: number;
  /** The MCP servers that the given plugins include. */
  pluginServers(plugins: readonly string[]): readonly string[];
  goalCheck: GoalCheck | null;
  attention: Attention | null;
  trustOf(gitRoot: string): { address: string; trusted: boolean };
  sandboxOf(row: SessionRow): SessionSandbox;
  signs: TurnSigns;
  categoryOf(id: number): SessionCategory | null;
  classOf(row: SessionRow): Session["priority_class"];
}

/** R17: the name of the server that the service adds to each session, with a suffix if a catalog server has that name. */
export function injectedServerName(others: readonly string[]): string {
  let name = "signalbox";
  while (others.includes(name)) name += "-self";
  return name;
}

/** R14: an expired snooze counts as visible, without a write. */
const effectiveVisibility = (row: SessionRow, now: number): SessionRow["visibility"] =>
  row.visibility === "snoozed" && row.snoozedUntil !== null && row.snoozedUntil <= now
    ? "visible"
    : row.visibility;

function trustView(
  { gitRoot, repositorySettings }: SessionRow,
  trustOf: ViewContext["trustOf"],
): Session["repository_trust"] {
  if (gitRoot === null) return null;
  const { address, trusted } = trustOf(gitRoot);
  return { address, trusted, left_out: trusted ? [] : repositorySettings };
}

const cloningView = ({ cloning }: TurnSigns): Session["cloning"] =>
  cloning && { step: cloning.step, percent: cloning.percent, since: instant(cloning.since) };

/** The only serializer of a session. */
export function sessionView(row: SessionRow, context: ViewContext): Session {
  const mcpServers = row.mcpServers;
  const plugins = row.catalogPlugins;
  const bundled = plugins.length === 0 ? [] : context.pluginServers(plugins);
  const chosen = [...new Set([...mcpServers, ...bundled])];
  const injected = injectedServerName(chosen);
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    status: row.status,
    attention: context.attention,
    agent_runtime: row.agentRuntime,
    genesis: row.genesis,
    scheduling_class: row.schedulingClass,
    priority_class: context.classOf(row),
    precedence: row.precedence,
    visibility: row.visibility,
    effective_visibility: effectiveVisibility(row, context.now),
    snoozed_until: instantOrNull(row.snoozedUntil),
    prompt: row.prompt,
    git_root: row.gitRoot,
    branch: row.branch,
    subdirectory: row.subdirectory,
    repository_trust: trustView(row, context.trustOf),
    sandbox: context.sandboxOf(row),
    goal: row.goal,
    goal_check: context.goalCheck,
    is_autonomous: row.isAutonomous,
    idempotency_key: row.idempotencyKey,
    parent_session_id: row.parentSessionId,
    mcp_servers: mcpServers,
    all_mcp_servers: [...chosen, injected],
    injected_mcp_servers: [injected],
    catalog_skills: row.catalogSkills,
    catalog_hooks: row.catalogHooks,
    catalog_plugins: plugins,
    config: {
      ...row.config,
      model: row.model,
      ...(row.effort === null ? {} : { effort: row.effort }),
    },
    metadata: row.metadata,
    custom_metadata: row.customMetadata,
    auto_compact_window: row.autoCompactWindow,
    heartbeat_enabled: row.heartbeatEnabled,
    heartbeat_interval_seconds: row.heartbeatIntervalSeconds,
    session_id: row.conversationId,
    job_id: idOrNull(row.jobId),
    running_job_id: idOrNull(row.runningJobId),
    deliberate_sleep_at: instantOrNull(row.deliberateSleepAt),
    failure_reason: row.failureReason,
    failure_detail: row.failureDetail,
    cloning: cloningView(context.signs),
    silent_since: instantOrNull(context.signs.silentSince),
    archived_at: instantOrNull(row.archivedAt),
    trash_after: instantOrNull(row.trashAfter),
    session_notes: row.sessionNotes,
    session_notes_updated_at: instantOrNull(row.sessionNotesUpdatedAt),
    favorited: row.favorited,
    category_id: row.categoryId,
    category: row.categoryId === null ? null : context.categoryOf(row.categoryId),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  };
}
