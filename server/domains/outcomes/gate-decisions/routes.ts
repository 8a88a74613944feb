import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { gateDecisionOperations } from "./model.ts";
import type { GateDecisionService } from "./service.ts";

export const gateDecisionRoutes = (decisions: GateDecisionService): Endpoint[] =>
  endpoints(gateDecisionOperations, {
    listGateDecisions: ({ query }) => decisions.list(query),
    getGateDecision: ({ params }) => ({ gate_decision: decisions.get(params.id) }),
    recordGateDecision: ({ body }, { actor, agentSession, request }) =>
      decisions.record(body, {
        actor,
        via: request.originalUrl.startsWith("/mcp") ? "mcp" : "api",
        agentSession: agentSession ?? null,
      }),
    addGateFeedback: ({ params, body }, { actor }) => ({
      gate_decision: decisions.addFeedback(params.id, body, actor),
    }),
  });
