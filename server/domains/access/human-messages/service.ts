import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { CaptureGap, HumanMessage } from "./model.ts";
import {
  type Channel,
  channelLabel,
  contentLimit,
  findGaps,
  placeOf,
  type Silence,
  type WrittenAs,
} from "./rules.ts";
import { humanMessageStore } from "./store.ts";

export type HumanMessageService = ReturnType<typeof humanMessageService>;

/** A person by name. */
export interface Person {
  /** The address, else the name. */
  key: string;
  displayName: string;
}

export interface Words {
  sessionId: number;
  as: WrittenAs;
  content: string;
}

const nobodyAtTheBoard: Silence = {
  reason: "Nobody knows who sits at this board, so what is written there has no author.",
  remedy: "Say in the settings, under You, who the person at this machine is.",
};
const notConnected: Silence = {
  reason: "It is not connected to this service, so what people write there is not recorded.",
  remedy: "Look there before you take silence for an answer, or have them write on the board.",
};

/** What named people wrote. Known from who was authenticated, never from what a text says of itself. */
export function humanMessageService(deps: {
  database: Database;
  clock: Clock;
  /** Who sits at the board; null when that cannot be told. */
  owner(): Person | null;
  /** What a person wrote is shown in every session of the tree, so it holds no secret either. */
  redact(text: string): string;
}) {
  const store = humanMessageStore(deps.database);

  function silences(): Partial<Record<Channel, Silence>> {
    const board = deps.owner() === null ? { web_ui: nobodyAtTheBoard } : {};
    return { ...board, chat: notConnected, code_host: notConnected };
  }

  /** Whose own words a caller brings; null for a program, and for a connection that only relays (R223). */
  function speakerOf(actor: Actor): { author: Person; place: (typeof placeOf)[keyof typeof placeOf] } | null {
    switch (actor.kind) {
      case "board": {
        const author = actor.person ? named(actor.person) : deps.owner();
        return author && { author, place: placeOf.board };
      }
      case "api_key": {
        // A key of that grant sits in the owner's own browser and carries nothing but what is written there (R108).
        const author = actor.grant === "quick_router" ? deps.owner() : null;
        return author && { author, place: placeOf.extension };
      }
      case "native":
      case "mcp_client":
        return actor.actsAsHuman ? { author: named(actor.person), place: placeOf[actor.kind] } : null;
      default:
        return null;
    }
  }

  /** Keeps the words if a person is calling; inside the transaction that stores them for the agent. */
  function recordHumanMessage(actor: Actor, { sessionId, as, content }: Words): void {
    const speaker = speakerOf(actor);
    if (speaker === null || content.trim() === "") return;
    const { author, place } = speaker;
    store.insert({
      sessionId,
      author: author.key,
      authorDisplayName: author.displayName,
      channel: place.channel,
      entryPoint: `${place.entryPoint}.${as}`,
      content: deps.redact(content).slice(0, contentLimit),
      occurredAt: deps.clock.now(),
    });
  }

  return {
    /** How the person who calls is called; null when none does. */
    nameOf: (actor: Actor): string | null => speakerOf(actor)?.author.displayName ?? null,

    recordHumanMessage,

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

    /** What people wrote in any of `sessions`, oldest first, as seen from one of them. */
    said(from: number, sessions: readonly { id: number; title: string }[]): HumanMessage[] {
      const titles = new Map(sessions.map(({ id, title }) => [id, title]));
      return store.inSessions([...titles.keys()]).map((row) => ({
        origin: row.sessionId === from ? "here" : "elsewhere",
        author: row.author,
        author_display_name: row.authorDisplayName,
        channel: row.channel,
        channel_label: channelLabel(row.channel),
        authored_in_session_id: row.sessionId,
        authored_in: titles.get(row.sessionId) ?? "",
        entry_point: row.entryPoint,
        content: row.content,
        occurred_at: instant(row.occurredAt),
      }));
    },

    gaps: (sessions: readonly { id: number; genesis: string }[]): CaptureGap[] =>
      findGaps(sessions, silences()),
  };
}

const named = ({ email, name }: { email: string; name: string }): Person => ({
  key: email.toLowerCase(),
  displayName: name,
});
