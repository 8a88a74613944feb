import { instant } from "../../../lib/instant.ts";
import type { AgentRuntime, Prompt, Workspace } from "../../../runtimes/runtime.ts";
import type { StoredAttachment } from "../messages/index.ts";
import type { SessionRow } from "../sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import { composePrompt, type SessionNotes } from "./rules.ts";

interface Conversation {
  session: SessionRow;
  runtime: AgentRuntime;
  workspace: Workspace;
}

/** Resumes what the CLI has on disk; otherwise the conversation starts, under an id that is stored first. */
export async function openConversation(
  deps: Pick<TurnDeps, "sessions" | "sessionLog" | "newId" | "transcripts">,
  of: Conversation,
): Promise<{ session: SessionRow; exists: boolean }> {
  const { conversationId, id, conversationStarted, agentRuntime } = of.session;
  const found =
    conversationId === null ? null : await of.runtime.transcriptFile(of.workspace, conversationId);
  // The service died between the writing of the record and its adoption.
  if (found !== null && conversationStarted && deps.transcripts.awaitsFile(id))
    await deps.transcripts.adopt({ id, runtime: agentRuntime }, found);
  const restored = found === null && conversationStarted && (await restoreConversation(deps, of));
  const row = deps.sessions.find(String(id));
  if (found !== null || restored) return { session: row, exists: true };
  if (row.conversationStarted) {
    deps.sessionLog.note(id, "warning", "The agent's own record of the conversation is gone; it starts over");
  }
  const changes = { conversationId: conversationId ?? deps.newId(), conversationStarted: false };
  return { session: deps.sessions.write(row, changes), exists: false };
}

/** Writes the CLI's record anew from the stored transcript; false when there is nothing to go on with. */
async function restoreConversation(
  { transcripts, sessionLog }: Pick<TurnDeps, "sessionLog" | "transcripts">,
  { session, runtime, workspace }: Conversation,
): Promise<boolean> {
  const { id, conversationId, agentRuntime } = session;
  if (conversationId === null) return false;
  const lines = await transcripts.lines(id);
  await transcripts.awaitFile(id);
  const path = await runtime.writeConversation(workspace, { id: conversationId, lines });
  if (path === null) return false;
  await transcripts.adopt({ id, runtime: agentRuntime }, path);
  const text =
    "The agent's record of the conversation was written from the transcript, which has no secrets in it";
  sessionLog.note(id, "info", text);
  return true;
}

/** What the agent is given this time: everything accepted that its conversation lacks; null for nothing. */
export function promptFor(
  { messages, goals, clock }: Pick<TurnDeps, "messages" | "goals" | "clock">,
  session: SessionRow,
  turn: { exists: boolean; heartbeat: boolean },
): Prompt | null {
  const underway = messages.underway(session.id);
  const attachments = underway.flatMap((message) => JSON.parse(message.attachments) as StoredAttachment[]);
  const firstPrompt = !session.promptDelivered && session.prompt !== null ? [session.prompt] : [];
  const carriesGoal = firstPrompt.length > 0 || underway.some(({ goal }) => goal !== null);
  const text = composePrompt({
    undelivered: [...firstPrompt, ...underway.map(({ content }) => content)],
    original: session.prompt,
    conversationExists: turn.exists,
    heartbeat: turn.heartbeat,
    goal: carriesGoal ? goals.block(session.goal) : null,
    files: attachments.filter(({ image }) => !image),
    notes: notesOf(session, clock.now()),
  });
  const images = attachments.filter(({ image }) => image).map(({ path }) => path);
  return text === null ? null : { text, images };
}

function notesOf({ sessionNotes, sessionNotesUpdatedAt }: SessionRow, now: number): SessionNotes | null {
  if (sessionNotes === null) return null;
  return { text: sessionNotes, editedAt: instant(sessionNotesUpdatedAt ?? now), now: instant(now) };
}

/**
 * The agent has everything it was given: from now on none of it is delivered again. Runs inside a transaction.
 * Returns whether that was not known of all of it yet.
 */
export function markDelivered(
  { messages, sessions }: Pick<TurnDeps, "messages" | "sessions">,
  sessionId: number,
): boolean {
  const isNews = messages.markSent(sessionId) > 0;
  const row = sessions.byId(sessionId);
  if (!row || row.promptDelivered) return isNews;
  sessions.write(row, { promptDelivered: true });
  return isNews || row.prompt !== null;
}
