import type { JobResult } from "../../../jobs/definition.ts";
import { type SessionRow, type Transition, titleFromPrompt } from "../../sessions/sessions/index.ts";
import type { ConversationMessage } from "../transcripts/model.ts";
import { inferTitleJob } from "./jobs.ts";
import type { SummaryDeps } from "./ports.ts";
import { titlePrompt } from "./prompts.ts";
import { endsTurn, readInferredTitle, wantsTitle } from "./rules.ts";

/** A session with a long first turn gets its title before the turn ends. */
const afterStartMs = 2 * 60_000;
/** 8,000 characters at most. */
const messagesRead = 16;
const messageLimit = 500;

export type TitleService = ReturnType<typeof titleService>;

/** Infers a session's title from its conversation, once, and never replaces a title from a person. */
export function titleService(deps: Omit<SummaryDeps, "hasClone" | "changed">) {
  const { database, clock, jobs, sessions, model } = deps;

  function plan(session: SessionRow, when: { key: string; runAt: number }): void {
    const { id, agentRuntime } = session;
    if (!model.offered(agentRuntime) && !isNamedByNumber(session)) return;
    const key = `session_title:${id}:${when.key}`;
    jobs.add(inferTitleJob, { sessionId: id }, { key, runAt: when.runAt });
  }

  /** Reads the session again, because a person may have named it while the model was asked. */
  function rename(sessionId: number, name: { inferred: string | null; fallback: string | null }): void {
    const title = name.inferred ?? name.fallback;
    const row = sessions.byId(sessionId);
    if (title === null || !row || !wantsTitle(row)) return;
    sessions.write(row, { title, titleInferred: name.inferred !== null });
  }

  return {
    /** Inside the transaction of a transition. */
    onTransition({ after, event }: Transition): void {
      if (!wantsTitle(after)) return;
      if (event.kind === "turn_queued") plan(after, { key: "started", runAt: clock.now() + afterStartMs });
      if (endsTurn(event)) plan(after, { key: "rested", runAt: clock.now() });
    },

    async infer(sessionId: number, signal: AbortSignal): Promise<JobResult> {
      const session = sessions.byId(sessionId);
      if (!session || !wantsTitle(session)) return undefined;
      const { messages } = await deps.readConversation(
        { id: session.id, runtime: session.agentRuntime },
        { limit: messagesRead, before: messagesRead, contentLimit: messageLimit },
      );
      if (messages.length === 0) return undefined;
      const asked = { source: "session_title", ...titlePrompt(messages), signal } as const;
      const answer = await model.ask(session, asked);
      if (answer.kind === "stopped") return { againAt: clock.now() };
      const inferred = answer.kind === "answered" ? readInferredTitle(deps.redact(answer.text)) : null;
      const fallback = session.prompt === null ? firstSentence(messages) : null;
      database.transaction(() => rename(sessionId, { inferred, fallback }));
      return undefined;
    },
  };
}

const isNamedByNumber = ({ prompt, title }: SessionRow): boolean =>
  prompt === null && /^Session \d+$/.test(title);

/** A session created without a prompt is named by its number; its first message makes a better title. */
const firstSentence = (messages: readonly ConversationMessage[]): string | null =>
  titleFromPrompt(messages.find(({ role }) => role === "user")?.content ?? null);
