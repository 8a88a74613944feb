import { test } from "vitest";
import type { RequirementId } from "./requirements.ts";

/** A test that proves these entries of requirements.ts; its title names them, so that `-t R35` finds it. */
export function proves(...ids: [RequirementId, ...RequirementId[]]) {
  return (sentence: string, body: () => unknown, timeoutMs?: number): void =>
    test(`${sentence} [${ids.join(" ")}]`, async () => void (await body()), timeoutMs);
}
