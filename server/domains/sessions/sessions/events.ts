import { EventEmitter } from "node:events";
import type { Actor } from "../../../http/caller.ts";
import type { StatusEvent } from "./rules.ts";
import type { SessionRow } from "./store.ts";

/** A transition that was written. */
export interface Transition {
  before: SessionRow;
  after: SessionRow;
  event: StatusEvent;
}

export type FirstTurnKind = "first" | "clone_only";

/**
 * What happens to a session that other services act on, by event name. Every event is emitted synchronously, inside the
 * transaction that made the change: a listener writes rows and adds jobs, nothing else, and one that throws undoes the change.
 * server/compose/session-events.ts lists every listener.
 */
export interface SessionEventMap {
  /** The row was inserted. `author` is who asked for it, if that is known. */
  created: [{ row: SessionRow; author: Actor | null }];
  /** A new session has a prompt, or a clone to make, and no turn yet. */
  firstTurnRequested: [{ row: SessionRow; kind: FirstTurnKind }];
  /** The state machine moved the session. */
  transitioned: [Transition];
  /** Something that the board shows of the session changed, or the session is gone. */
  changed: [{ sessionId: number }];
  /** The session's log changed. */
  logChanged: [{ sessionId: number }];
  /** Lines were stored. `answered`: one of them is the agent's, so text that was streaming is complete. */
  transcriptAppended: [{ sessionId: number; lineCount: number; answered: boolean }];
  /** A wake was delivered, canceled or superseded. */
  wakeEnded: [{ id: number; sessionId: number; state: "delivered" | "cancelled" | "superseded" }];
  /** The row is gone. */
  removed: [{ sessionId: number }];
}

export type SessionEvents = EventEmitter<SessionEventMap>;

/** More listeners of one event than this are a leak. */
const maxListeners = 20;

export const sessionEvents = (): SessionEvents =>
  new EventEmitter<SessionEventMap>().setMaxListeners(maxListeners);
