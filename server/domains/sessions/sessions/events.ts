import { EventEmitter } from "node:events";
import type { Actor } from "../../../http/caller.ts";
import type { StatusEvent } from "./rules.ts";
import type { SessionRow } from "./store.ts";

/** A stored transition. */
export interface Transition {
  before: SessionRow;
  after: SessionRow;
  event: StatusEvent;
}

export type FirstTurnKind = "first" | "clone_only";

/**
 * The events of a session that other services react to. Each is emitted synchronously, inside the transaction that made
 * the change: a listener only writes rows and adds jobs, and one that throws rolls the change back.
 * server/compose/session-events.ts lists every listener.
 */
export interface SessionEventMap {
  /** The row was inserted. `author` is who requested it, if known. */
  created: [{ row: SessionRow; author: Actor | null }];
  /** A new session has a prompt or needs a clone, and has no turn yet. */
  firstTurnRequested: [{ row: SessionRow; kind: FirstTurnKind }];
  /** The service made a clone for it, of its `gitRoot`. */
  cloned: [{ sessionId: number }];
  /** The state machine moved the session. */
  transitioned: [Transition];
  /** Its class or its precedence was changed. */
  ranked: [{ before: SessionRow; after: SessionRow }];
  /** Something the board shows of the session changed, or the session was deleted. */
  changed: [{ sessionId: number }];
  /** The session's log changed. */
  logChanged: [{ sessionId: number }];
  /** Lines were stored. `answers`: the agent's texts among them as it wrote them, not redacted; "" for an error. */
  transcriptAppended: [{ sessionId: number; lineCount: number; answers: readonly string[] }];
  /** A wake was delivered, canceled or superseded. */
  wakeEnded: [{ id: number; sessionId: number; state: "delivered" | "cancelled" | "superseded" }];
  /** A pull request of the session, or of a session it spawned, was found or read with another result. */
  pullRequestChanged: [{ sessionId: number }];
  /** The row was deleted. */
  removed: [{ sessionId: number }];
}

export type SessionEvents = EventEmitter<SessionEventMap>;

/** More listeners of one event than this are a leak. */
const maxListeners = 20;

export const sessionEvents = (): SessionEvents =>
  new EventEmitter<SessionEventMap>().setMaxListeners(maxListeners);
