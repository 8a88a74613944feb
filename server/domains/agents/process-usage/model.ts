import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

const agentProcess = z.object({
  pid: z.number().int(),
  /** The program's name, without its arguments. */
  name: z.string(),
  /** Of one processor, since it was asked last; null at the first look. */
  cpu_percent: z.number().nullable(),
  memory_bytes: z.number().int(),
});

export const agentResources = z.object({
  /** `idle`: no turn is under way. `unknown`: this system does not tell. */
  state: z.enum(["measured", "idle", "unknown"]),
  /** Of one processor, all of them together: 200 is two processors at work. */
  cpu_percent: z.number().nullable(),
  memory_bytes: z.number().int(),
  /** The agent and all that came of it, the largest first. */
  processes: z.array(agentProcess),
});
export type AgentResources = z.infer<typeof agentResources>;

export const resourceOperations = {
  getAgentResources: operation({
    id: "getAgentResources",
    method: "get",
    path: "/sessions/{id}/resources",
    summary: "What the processes of a session's turn use right now",
    callers: ["board"],
    params: sessionRef,
    response: agentResources,
    errors: [404],
  }),
} as const;
