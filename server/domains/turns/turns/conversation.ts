import { instant } from "../../../lib/instant.ts";
import type { AgentRuntime, Prompt, Workspace } from "../../../runtimes/runtime.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import { type CutOff, composePrompt, type SessionNotes } from "./prompt.ts";
import { text } from "./text.ts";

interface Conversation {
  session: SessionRow;
  runtime: AgentRuntime;
  workspace: Workspace;
}

/** Resumes the conversation the CLI has on disk, or starts one under an id that is stored first. */
export async function openConversation(
  deps: Pick<TurnDeps, "sessions" | "sessionLog" | "newId" | "transcripts" | "largeConversations">,
  of: Conversation,
): Promise<{ session: SessionRow; exists: boolean }> {
  const { conversationId, id, conversationStarted, agentRuntime } = of.session;
  const found =
    conversationId === null ? null : await of.runtime.transcriptFile(of.workspace, conversationId);
  // The service died after writing the file and before adopting it.
  if (found !== null && conversationStarted && deps.transcripts.awaitsFile(id))
    await deps.transcripts.adopt({ id, runtime: agentRuntime }, { home: of.workspace.home, path: found });
  const restored = found === null && conversationStarted && (await restoreConversation(deps, of));
  const row = deps.sessions.find(String(id));
  if (found !== null || restored) return { session: row, exists: true };
  if (row.conversationStarted) {
    deps.sessionLog.note(id, "warning", text.log.conversationLost);
  }
  const changes = { conversationId: conversationId ?? deps.newId(), conversationStarted: false };
  return { session: deps.sessions.write(row, changes), exists: false };
}

/** Writes the CLI's file from the stored transcript. Returns false if there is nothing to write. */
async function restoreConversation(
  {
    transcripts,
    sessionLog,
    largeConversations,
  }: Pick<TurnDeps, "sessionLog" | "transcripts" | "largeConversations">,
  { session, runtime, workspace }: Conversation,
): Promise<boolean> {
  const { id, conversationId, agentRuntime } = session;
  if (conversationId === null) return false;
  const of = { id, runtime: agentRuntime };
  await transcripts.awaitFile(id);
  const path = await (largeConversations?.({ of, conversationId, workspace }) ??
    runtime.writeConversation(workspace, { id: conversationId, lines: await transcripts.lines(id) }));
  if (path === null) return false;
  await transcripts.adopt(of, { home: workspace.home, path });
  sessionLog.note(id, "info", text.log.conversationRestored);
  return true;
}

/** What the session's agent was doing when it was cut off. */
export interface Interrupted {
  cutOff: CutOff;
  lostQuestion: string | null;
}

/**
 * What was going on when the session's last agent was cut off, as far as its conversation does not say so. A question does
 * nothing that could be half done.
 */
export async function interruptedIn(
  deps: Pick<TurnDeps, "transcripts">,
  { session, runtime }: { session: SessionRow; runtime: Pick<AgentRuntime, "questionTool"> },
  conversation: { exists: boolean; hadAgent: boolean },
): Promise<Interrupted> {
  const found = await cutOffIn(deps, session, conversation);
  const lost = session.lostElicitation;
  const recorded = lost?.reason === "stranded" ? lost.summary : null;
  if (found === "lost") return { cutOff: found, lostQuestion: recorded };
  const [questions, others] = [true, false].map((isQuestion) =>
    found.filter(({ tool }) => (tool === runtime.questionTool) === isQuestion),
  );
  return { cutOff: others ?? [], lostQuestion: recorded ?? questions?.[0]?.text ?? null };
}

async function cutOffIn(
  { transcripts }: Pick<TurnDeps, "transcripts">,
  { id, agentRuntime }: Pick<SessionRow, "id" | "agentRuntime">,
  conversation: { exists: boolean; hadAgent: boolean },
): Promise<CutOff> {
  if (conversation.exists) return transcripts.openCalls({ id, runtime: agentRuntime });
  return conversation.hadAgent && transcripts.lineCount(id) > 0 ? "lost" : [];
}

/** Everything accepted that the agent's conversation lacks, as one prompt. Null if there is nothing. */
export function promptFor(
  { messages, goals, clock, commands }: Pick<TurnDeps, "messages" | "goals" | "clock" | "commands">,
  session: SessionRow,
  turn: Interrupted & { exists: boolean; heartbeat: boolean },
): Prompt | null {
  const underway = messages.underway(session.id);
  const attachments = underway.flatMap((message) => message.attachments);
  const firstPrompt = !session.promptDelivered && session.prompt !== null ? [session.prompt] : [];
  const undelivered = [...firstPrompt, ...underway.map(({ content }) => content)];
  const [only = "", ...others] = undelivered;
  const command = others.length === 0 ? commands.aboutConversation(session, only) : null;
  if (command !== null) return { text: only, images: [], command };
  const carriesGoal = firstPrompt.length > 0 || underway.some(({ goal }) => goal !== null);
  const prompt = composePrompt({
    undelivered,
    original: session.prompt,
    conversationExists: turn.exists,
    heartbeat: turn.heartbeat,
    cutOff: turn.cutOff,
    lostQuestion: turn.lostQuestion,
    goal: carriesGoal ? goals.block(session.goal) : null,
    files: attachments.filter(({ image }) => !image),
    notes: notesOf(session, clock.now()),
  });
  const images = attachments.filter(({ image }) => image).map(({ path }) => path);
  return prompt === null ? null : { text: prompt, images };
}

function notesOf({ sessionNotes, sessionNotesUpdatedAt }: SessionRow, now: number): SessionNotes | null {
  if (sessionNotes === null) return null;
  return { text: sessionNotes, editedAt: instant(sessionNotesUpdatedAt ?? now), now: instant(now) };
}

/**
 * Marks everything the agent was given as delivered, so that none of it is sent again. Inside the caller's transaction.
 * Returns whether any of it was not marked yet.
 */
export function markDelivered(
  { messages, sessions }: Pick<TurnDeps, "messages" | "sessions">,
  sessionId: number,
): boolean {
  const anyMarked = messages.markSent(sessionId) > 0;
  const row = sessions.byId(sessionId);
  if (!row || row.promptDelivered) return anyMarked;
  sessions.write(row, { promptDelivered: true });
  return anyMarked || row.prompt !== null;
}
