import { z } from "zod";
import { defineRefusals } from "../lib/errors.ts";
import type { McpCaller } from "./caller.ts";

/** How a tool refers to a session. */
export const sessionReference = z.union([z.number().int(), z.string().min(1).max(300)]);
export type SessionReference = z.output<typeof sessionReference>;

/** The session that a tool acts on: the one given, or the caller's own. */
export type Target = (given: SessionReference | undefined, caller: McpCaller) => string;

const refusal = defineRefusals({
  no_session: {
    status: 422,
    label: "Missing parameter",
    message: "session_id is required: the session to act on",
  },
  other_session: {
    status: 422,
    label: "Not your session",
    message: ({ own = "" }) => `This tool works only on your own session, ${own}`,
  },
});

export const anySession: Target = (given, { sessionId }) => {
  const id = given ?? sessionId;
  if (id === null) throw refusal("no_session");
  return String(id);
};

/** For agents, which may only read other sessions. `idOf` finds a session by its id or slug. */
export const ownSession =
  (idOf: (reference: string) => number): Target =>
  (given, caller) => {
    const { sessionId: own } = caller;
    if (given !== undefined && own !== null && idOf(String(given)) !== own)
      throw refusal("other_session", { own });
    return anySession(given, caller);
  };

export const targetField = sessionReference
  .optional()
  .describe("The session's id or slug; by default your own session");
