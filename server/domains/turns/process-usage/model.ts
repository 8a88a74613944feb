import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

const agentProcess = z.object({
  pid: z.number().int(),
  /** The program's name, without its arguments. */
  name: z.string(),
  /** Of one processor, since the last measurement; null on the first. */
  cpu_percent: z.number().nullable(),
  memory_bytes: z.number().int(),
});

export const agentResources = z.object({
  /** `idle`: no turn is active. `unknown`: this system does not report it. */
  state: z.enum(["measured", "idle", "unknown"]),
  /** Of one processor, summed over all processes: 200 means two processors in use. */
  cpu_percent: z.number().nullable(),
  memory_bytes: z.number().int(),
  /** The agent and everything it started, the largest first. */
  processes: z.array(agentProcess),
});
export type AgentResources = z.infer<typeof agentResources>;

export const resourceOperations = {
  getAgentResources: operation({
    id: "getAgentResources",
    method: "get",
    path: "/sessions/{id}/resources",
    summary: "Get what the processes of a session's active turn use now",
    callers: ["board"],
    params: sessionRef,
    response: agentResources,
    errors: [404],
  }),
} as const;
