import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { CaptureGap, HumanMessage } from "./model.ts";
import {
  type Channel,
  contentLimit,
  entryPoints,
  findGaps,
  type Gap,
  type GapReason,
  type WrittenAs,
} from "./rules.ts";
import { humanMessageStore } from "./store.ts";
import { text } from "./text.ts";

export type HumanMessageService = ReturnType<typeof humanMessageService>;

export interface Person {
  /** The email address, or the name if there is none. */
  key: string;
  displayName: string;
}

export interface ChatWriting {
  author: Person;
  entryPoint: "chat.channel_message" | "chat.dm";
  content: string;
  at: number;
}

export interface WrittenMessage {
  sessionId: number;
  as: WrittenAs;
  content: string;
}

/** Records what people wrote. The author is the authenticated person, whatever the text claims. */
export function humanMessageService(deps: {
  database: Database;
  clock: Clock;
  /** Whether messages of the chat platform come in. */
  hasChat(): boolean;
  /** The owner of the board; null if unknown. */
  owner(): Person | null;
  /** Removes secrets: a person's message is shown in every session of the tree. */
  redact(text: string): string;
}) {
  const store = humanMessageStore(deps.database);

  /** The author of what a caller sends. Returns null for a program and for a connection that only relays (R223). */
  function findAuthor(
    actor: Actor,
  ): { author: Person; entryPoint: (typeof entryPoints)[keyof typeof entryPoints] } | null {
    switch (actor.kind) {
      case "board": {
        const author = actor.person ? personFrom(actor.person) : deps.owner();
        return author && { author, entryPoint: entryPoints.board };
      }
      case "api_key": {
        // A key with this grant is in the owner's own browser and sends only what is written there (R108).
        const author = actor.grant === "quick_router" ? deps.owner() : null;
        return author && { author, entryPoint: entryPoints.extension };
      }
      case "native":
      case "mcp_client":
        return actor.actsAsHuman
          ? { author: personFrom(actor.person), entryPoint: entryPoints[actor.kind] }
          : null;
      default:
        return null;
    }
  }

  /** Records a message if a person wrote it. Call it inside the transaction that stores the message for the agent. */
  function recordHumanMessage(actor: Actor, { sessionId, as, content }: WrittenMessage): void {
    const found = findAuthor(actor);
    if (found === null || content.trim() === "") return;
    const { author, entryPoint } = found;
    store.insert({
      sessionId,
      author: author.key,
      authorDisplayName: author.displayName,
      channel: entryPoint.channel,
      entryPoint: `${entryPoint.entryPoint}.${as}`,
      content: deps.redact(content).slice(0, contentLimit),
      occurredAt: deps.clock.now(),
    });
  }

  return {
    /** The name of the calling person. Returns null if the caller is not a person. */
    authorName: (actor: Actor): string | null => findAuthor(actor)?.author.displayName ?? null,

    recordHumanMessage,

    recordChatMessage: chatRecording(store, deps.redact),

    onSessionCreated({
      row,
      author,
    }: {
      row: { id: number; prompt: string | null };
      author: Actor | null;
    }): void {
      if (author && row.prompt !== null)
        recordHumanMessage(author, { sessionId: row.id, as: "new_session", content: row.prompt });
    },

    /** What people wrote in any of `sessions`, oldest first, as seen from session `from`. */
    list(from: number, sessions: readonly { id: number; title: string }[]): HumanMessage[] {
      const titles = new Map(sessions.map(({ id, title }) => [id, title]));
      return store.inSessions([...titles.keys()]).map((row) => ({
        origin: row.sessionId === from ? "here" : "elsewhere",
        author: row.author,
        author_display_name: row.authorDisplayName,
        channel: row.channel,
        channel_label: text.channel(row.channel),
        authored_in_session_id: row.sessionId,
        authored_in: titles.get(row.sessionId) ?? "",
        entry_point: row.entryPoint,
        content: row.content,
        occurred_at: instant(row.occurredAt),
      }));
    },

    gaps: (sessions: readonly { id: number; genesis: string }[]): CaptureGap[] =>
      findGaps(sessions, unrecorded(deps)).map(gapView),
  };
}

const personFrom = ({ email, name }: { email: string; name: string }): Person => ({
  key: email.toLowerCase(),
  displayName: name,
});

const gapView = ({ channel, genesis, sessionIds, why }: Gap): CaptureGap => ({
  channel,
  channel_label: text.channel(channel),
  genesis,
  session_ids: sessionIds,
  ...text.gaps[why],
});

/** The channels whose messages are missing, each with why. */
const unrecorded = (deps: {
  owner(): Person | null;
  hasChat(): boolean;
}): Partial<Record<Channel, GapReason>> => ({
  ...(deps.owner() === null && { web_ui: "unknown_owner" }),
  ...(!deps.hasChat() && { chat: "not_connected" }),
  code_host: "not_connected",
});

/** Records what a known person wrote on the chat platform, inside the transaction that gives it to the session. */
function chatRecording(store: ReturnType<typeof humanMessageStore>, redact: (text: string) => string) {
  return (sessionId: number, { author, entryPoint, content, at }: ChatWriting): void => {
    if (content.trim() === "") return;
    store.insert({
      sessionId,
      author: author.key,
      authorDisplayName: author.displayName,
      channel: "chat" satisfies Channel,
      entryPoint,
      content: redact(content).slice(0, contentLimit),
      occurredAt: at,
    });
  };
}
