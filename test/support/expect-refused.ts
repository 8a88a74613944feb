import { expect } from "vitest";
import type { ServiceDatabase } from "./database-dump.ts";
import type { TestService } from "./service.ts";

/** Expects that each body is refused with 422 and its label, with 404 for an unknown session, and changes nothing. */
export async function expectRefused(
  { service, data }: { service: TestService; data: ServiceDatabase },
  { id, property }: { id: number; property: string },
  cases: readonly [body: unknown, label: string][],
): Promise<void> {
  const before = data.dump();
  for (const [body, label] of cases) {
    const answer = await service.call("PATCH", `/sessions/${id}/${property}`, body);
    expect(answer, JSON.stringify(body).slice(0, 200)).toMatchObject({ status: 422, body: { error: label } });
  }
  expect(data.dump()).toBe(before);
}
