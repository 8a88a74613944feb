import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { summaryOperations } from "./model.ts";
import type { SummaryService } from "./service.ts";

export function summaryRoutes(summaries: Pick<SummaryService, "regenerate">): Endpoint[] {
  return endpoints(summaryOperations, {
    regenerateStatusSummary: ({ params }) => summaries.regenerate(params.id),
  });
}
