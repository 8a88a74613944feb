import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { outcomeOperations } from "./model.ts";
import type { OutcomeService } from "./service.ts";

export const outcomeRoutes = (outcomes: OutcomeService): Endpoint[] =>
  endpoints(outcomeOperations, {
    listOutcomeAnalyses: ({ query }) => outcomes.list(query),
    getOutcomeAnalysis: ({ params, query }) => outcomes.get(params.id, query.analysis),
    saveOutcomeAnalysis: ({ body }, { actor, agentSession }) =>
      outcomes.save(body, { actor, agentSession: agentSession ?? null }),
  });
