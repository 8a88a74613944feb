import type { Request } from "express";
import type { Caller } from "./model.ts";

/** Who is calling, as proved by a credential. */
export type Actor =
  | {
      kind: "api_key";
      id: number;
      name: string;
      source: "env" | "minted";
      grant: "api" | "quick_router" | "external_app";
    }
  | { kind: "board" }
  /** The agent of a session, with its session's token. */
  | { kind: "session"; id: number }
  | { kind: "anyone" };

/** How a log line or a timeline names an actor. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "api_key":
      return `API key "${actor.name}"`;
    case "board":
      return "the board";
    case "session":
      return `session ${actor.id}`;
    case "anyone":
      return "an unauthenticated caller";
  }
}

/** Proves who calls. Throws the 401 or 403 that the operation's callers ask for; reads headers only. */
export type Authenticate = (request: Request, callers: readonly Caller[]) => Actor;
