import type { AgentRuntime, Prompt, Workspace } from "../../runtimes/runtime.ts";
import type { StoredAttachment } from "../messages/index.ts";
import type { SessionRow } from "../sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import { composePrompt } from "./rules.ts";

/** Resumes what the CLI has on disk; otherwise the conversation starts, under an id that is stored first. */
export async function openConversation(
  deps: Pick<TurnDeps, "sessions" | "timeline" | "newId">,
  of: { session: SessionRow; runtime: AgentRuntime; workspace: Workspace },
): Promise<{ session: SessionRow; exists: boolean }> {
  const { conversationId, id } = of.session;
  const file = conversationId === null ? null : await of.runtime.transcriptFile(of.workspace, conversationId);
  const row = deps.sessions.find(String(id));
  if (file !== null) return { session: row, exists: true };
  if (row.conversationStarted) {
    deps.timeline.note(id, "warning", "The agent's own record of the conversation is gone; it starts over");
  }
  const changes = { conversationId: conversationId ?? deps.newId(), conversationStarted: false };
  return { session: deps.sessions.write(row, changes), exists: false };
}

/** What the agent is given this time: everything accepted that its conversation lacks; null for nothing. */
export function promptFor(
  { messages, goals }: Pick<TurnDeps, "messages" | "goals">,
  session: SessionRow,
  conversationExists: boolean,
): Prompt | null {
  const underway = messages.underway(session.id);
  const attachments = underway.flatMap((message) => JSON.parse(message.attachments) as StoredAttachment[]);
  const firstPrompt = !session.promptDelivered && session.prompt !== null ? [session.prompt] : [];
  const carriesGoal = firstPrompt.length > 0 || underway.some(({ goal }) => goal !== null);
  const text = composePrompt({
    undelivered: [...firstPrompt, ...underway.map(({ content }) => content)],
    original: session.prompt,
    conversationExists,
    goal: carriesGoal ? goals.block(session.goal) : null,
    files: attachments.filter(({ image }) => !image),
  });
  const images = attachments.filter(({ image }) => image).map(({ path }) => path);
  return text === null ? null : { text, images };
}

/** The agent has everything it was given: from now on none of it is delivered again. Runs inside a transaction. */
export function markDelivered(
  { messages, sessions }: Pick<TurnDeps, "messages" | "sessions">,
  sessionId: number,
): void {
  messages.markSent(sessionId);
  const row = sessions.byId(sessionId);
  if (row && !row.promptDelivered) sessions.write(row, { promptDelivered: true });
}
