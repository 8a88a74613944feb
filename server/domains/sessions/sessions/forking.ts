import { shortened } from "../../../lib/character-rules.ts";
import type { NewSessionRow, SessionRow } from "./store.ts";

const titleLimit = 100;

/** A fork copies its source's repository, prompt and settings, and none of its state. */
export function forkRow(
  source: SessionRow,
  of: { clonePath: string; conversationId: string; index: number; now: number },
): NewSessionRow {
  const { clonePath, conversationId, index, now } = of;
  const origin = { clone_path: clonePath, forked_from_session_id: source.id, forked_at_message_index: index };
  return {
    title: forkTitle(source.title),
    titleIsDefault: false,
    status: "needs_input",
    agentRuntime: source.agentRuntime,
    agentRoot: source.agentRoot,
    prompt: source.prompt,
    promptDelivered: true,
    gitRoot: source.gitRoot,
    branch: source.branch,
    branchChosen: source.branchChosen,
    subdirectory: source.subdirectory,
    repositorySettings: source.repositorySettings,
    goal: source.goal,
    isAutonomous: source.isAutonomous,
    genesis: source.genesis,
    schedulingClass: source.schedulingClass,
    precedence: source.precedence,
    categoryId: source.categoryId,
    forkedFromSessionId: source.id,
    forkedAtMessageIndex: index,
    mcpServers: source.mcpServers,
    mcpServersChosen: source.mcpServersChosen,
    catalogSkills: source.catalogSkills,
    catalogHooks: source.catalogHooks,
    catalogPlugins: source.catalogPlugins,
    model: source.model,
    effort: source.effort,
    config: source.config,
    metadata: { ...source.metadata, ...origin },
    customMetadata: source.customMetadata,
    autoCompactWindow: source.autoCompactWindow,
    sandbox: source.sandbox,
    sessionNotes: source.sessionNotes,
    sessionNotesUpdatedAt: source.sessionNotesUpdatedAt,
    conversationId,
    conversationStarted: true,
    clonePath,
    lastTouchedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

const forkTitle = (title: string): string => shortened(`Fork of ${title}`, titleLimit);
