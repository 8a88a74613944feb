import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { Machine } from "./machine-checks.ts";
import { cliOperations } from "./model.ts";
import type { CliService } from "./service.ts";
import { text } from "./text.ts";

export function cliRoutes(clis: CliService, machine: Machine): Endpoint[] {
  return endpoints(cliOperations, {
    getCliStatus: () => {
      const status = clis.status();
      return { cli_status: status, unauthenticated_count: status.unauthenticated_count };
    },
    getDoctor: async () => ({ checks: await machine.checks() }),
    refreshClis: () => ({
      queued: true,
      message: text.refreshed,
      current_status: clis.refresh(),
    }),
    clearCliCache: () => {
      clis.forget();
      return { queued: true, message: text.cacheCleared };
    },
  });
}
