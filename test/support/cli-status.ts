import { expect, vi } from "vitest";
import type { CliStatus } from "../../server/domains/agents/clis/model.ts";
import type { TestService } from "./service.ts";

export interface StatusAnswer {
  cli_status: CliStatus;
  unauthenticated_count: number;
}

/** The status of the CLIs, once no check is in progress. */
export async function settledCliStatus(service: TestService): Promise<StatusAnswer> {
  const ready = async () => {
    const { body } = await service.call<StatusAnswer>("GET", "/clis/status");
    expect(body.cli_status.loading).toBeUndefined();
    return body;
  };
  return vi.waitFor(ready, { timeout: 20_000, interval: 25 });
}
