import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { ledgerOperations } from "./model.ts";
import type { LedgerService } from "./service.ts";

export const ledgerRoutes = (ledger: LedgerService): Endpoint[] =>
  endpoints(ledgerOperations, { requestCostBackfill: () => ledger.requestBackfill() });
