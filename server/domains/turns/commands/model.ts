import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

export const slashCommand = z
  .object({
    /** Without the slash. */
    name: z.string(),
    description: z.string(),
    /** What to write behind the name; null for nothing. */
    argument: z.string().nullable(),
    /** Who does it: the service itself, the agent's CLI, or the agent with a command of its repository or a skill. */
    source: z.enum(["service", "cli", "repository", "skill"]),
  })
  .meta({ id: "SlashCommand" });
export type SlashCommand = z.infer<typeof slashCommand>;

export const commandOperations = {
  listCommands: operation({
    id: "listCommands",
    method: "get",
    path: "/sessions/{id}/commands",
    source: "E176",
    summary: "List what a message to the session can begin with: a slash and a name",
    callers: ["api", "native"],
    params: sessionRef,
    response: z.object({ commands: z.array(slashCommand) }),
    errors: [404],
  }),
} as const;
