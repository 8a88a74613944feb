import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { overviewOperations } from "./model.ts";
import type { OverviewService } from "./service.ts";

export function overviewRoutes(overview: OverviewService): Endpoint[] {
  return endpoints(overviewOperations, {
    rowFacts: () => ({ row_facts: overview.rowFacts() }),
    getSession({ params, query }, { actor }) {
      // R53: a program with an API key does not mark the session as seen.
      if (query.viewed === true && actor.kind !== "api_key") overview.markViewed(params.id);
      return query.include_transcript === true
        ? overview.readWithTranscript(params.id)
        : overview.read(params.id);
    },
  });
}
