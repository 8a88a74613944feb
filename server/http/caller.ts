import type { Request } from "express";
import type { Operation } from "./model.ts";

/** Who is calling, as proved by a credential. */
export type Actor =
  | {
      kind: "api_key";
      id: number;
      name: string;
      source: "env" | "minted";
      grant: "api" | "quick_router" | "external_app";
    }
  /** The person at the screen: who signed in, else the owner of this machine. */
  | { kind: "board"; person?: { email: string; name: string } }
  /** The app of ours on a phone, through a connection that a person approved. */
  | ({ kind: "native" } & Connection)
  /** Another program's connection; it opens /mcp only. */
  | ({ kind: "mcp_client" } & Connection)
  /** The agent of a session, with its session's token. */
  | { kind: "session"; id: number }
  | { kind: "anyone" };

export interface Connection {
  grantId: number;
  clientName: string;
  /** Who approved it. */
  person: { email: string; name: string };
  /** What it says counts as that person's own words; else it only relays. */
  actsAsHuman: boolean;
}

/** How a log line or a timeline names an actor. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "api_key":
      return `API key "${actor.name}"`;
    case "board":
      return actor.person?.name ?? "the board";
    case "native":
    case "mcp_client":
      return actor.actsAsHuman
        ? `${actor.person.name} through ${actor.clientName}`
        : `the connection "${actor.clientName}"`;
    case "session":
      return `session ${actor.id}`;
    case "anyone":
      return "an unauthenticated caller";
  }
}

/** Proves who calls. Throws the 401 or 403 that the operation's callers ask for; reads headers only. */
export type Authenticate = (request: Request, operation: Pick<Operation, "callers" | "keyIn">) => Actor;
