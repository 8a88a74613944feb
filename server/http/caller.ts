import type { Request } from "express";
import type { Operation } from "./model.ts";

/** The caller, proved by a credential. */
export type Actor =
  | {
      kind: "api_key";
      id: number;
      name: string;
      source: "env" | "minted";
      grant: "api" | "quick_router" | "external_app";
    }
  /** The person at the board: who signed in, or the owner of this machine, in a browser that opened a launch link. */
  | { kind: "board"; person?: { email: string; name: string }; browserId?: number }
  /** Our app on a phone, through a connection that a person approved. */
  | ({ kind: "native" } & Connection)
  /** The connection of another program, which can use only /mcp. */
  | ({ kind: "mcp_client" } & Connection)
  /** The agent of a session, with its session's token. */
  | { kind: "session"; id: number }
  | { kind: "anyone" };

export interface Connection {
  grantId: number;
  clientName: string;
  /** Who approved it. */
  person: { email: string; name: string };
  /** Whether its messages count as that person's own; otherwise it only relays. */
  actsAsHuman: boolean;
}

/** The id of the connection that an actor calls through; null if it is none. */
export const connectionOf = (actor: Actor): number | null =>
  actor.kind === "native" || actor.kind === "mcp_client" ? actor.grantId : null;

/** The name of an actor in logs. */
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

/** Authenticates the caller from the headers. Throws 401 or 403 if the operation does not allow it. */
export type Authenticate = (request: Request, operation: Pick<Operation, "callers" | "keyIn">) => Actor;
