/** @module-tag real-cli */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SessionLog } from "../../server/domains/sessions/logs/model.ts";
import type { Budget } from "../../server/domains/usage/budgets/model.ts";
import type { SessionUsage } from "../../server/domains/usage/calls/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { forgingProgram } from "../support/forged-lines.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: BoardService;
let budget: Budget;

beforeAll(async () => {
  service = await startBoardService();
  const wanted = { scope: "all", period: "day", limit_usd: 20, at_limit: "pause_sessions" };
  budget = (await service.board.call<Budget>("POST", "/costs/budgets", wanted)).body;
});
afterAll(() => service[Symbol.asyncDispose]());

const usageOf = async (id: number): Promise<SessionUsage> =>
  (await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`)).body;

/** A session whose agent claims calls that nobody made, and which has had another turn since. */
async function claiming(agent_runtime: string, usage: readonly object[]): Promise<number> {
  const marker = "Count the apples.";
  const git_root = await service.repository({
    "forge.mjs": forgingProgram,
    "forge.json": JSON.stringify({ marker, usage }),
  });
  const script = usage.length === 0 ? "" : `\n#script bash cmd=${process.execPath} forge.mjs`;
  const prompt = `${marker}${script}\n#script say Four.`;
  const { id } = await createSession(service, { git_root, agent_runtime, prompt });
  await service.waitFor(id, atRest, longMs);
  if (usage.length > 0) {
    const session = await sessionOf(service, id);
    const written = await readFile(join(String(session.metadata["clone_path"]), "forged.json"), "utf8");
    expect((JSON.parse(written) as { forged: number }).forged).toBeGreaterThanOrEqual(usage.length);
  }
  // Budgets are read before a turn is decided on.
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "And the pears?\n#script say Two." });
  await service.waitFor(id, (one) => atRest(one) && one.job_id === null, longMs);
  await expect.poll(async () => (await usageOf(id)).cost, { timeout: longMs }).not.toBeNull();
  return id;
}

const later = new Date(Date.now() + 30 * 86_400_000).toISOString();
const plausible = Array.from({ length: 400 }, () => ({ tokens: 150_000 }));

describe.each(["pi", "claude_code", "codex"])(
  "an agent of the real %s that claims what it did not use",
  (runtime) => {
    it.each([
      ["one call of 900 billion tokens", [{ tokens: 9e11 }], 1],
      [
        "negative and broken counts, and a time to come",
        [{ tokens: -5e9 }, { tokens: 1.5e12, at: later }],
        1,
      ],
      ["many calls that each could be so", plausible, 300],
      ["calls to a dear model", [{ tokens: 900_000, model: "claude-opus-4-1" }], 1],
    ])("pays for %s neither in costs nor in a budget", async (_what, usage, least) => {
      const id = await claiming(runtime, usage);
      const { cost, left_out: leftOut } = await usageOf(id);
      expect(cost?.usd).toBeLessThan(1);
      expect(leftOut?.calls).toBeGreaterThanOrEqual(least);
      const { body } = await service.call<{ logs: SessionLog[] }>("GET", `/sessions/${id}/logs?per_page=100`);
      expect(body.logs.some(({ content }) => content.includes("left out of the costs"))).toBe(true);
      const { budgets } = (await service.board.call<{ budgets: Budget[] }>("GET", "/costs/budgets")).body;
      expect(budgets.find((one) => one.id === budget.id)?.state).toBe("within");
    });

    it("loses nothing of what it did use, subagents included", async () => {
      const id = await claiming(runtime, []);
      expect(await usageOf(id)).toMatchObject({ left_out: null, by_model: [{ calls: expect.any(Number) }] });
      if (runtime !== "claude_code") return;
      const inner = JSON.stringify("Look.\n#script usage input=200000 output=900\n#script say Inner.");
      await service.call("POST", `/sessions/${id}/follow_up`, {
        prompt: `#script task background=false description=Search agent=general-purpose prompt=${inner}\n#script say Done.`,
      });
      await service.waitFor(id, (one) => atRest(one) && one.job_id === null, longMs);
      await expect
        .poll(async () => (await usageOf(id)).subagents?.calls, { timeout: longMs })
        .toBeGreaterThan(0);
      expect(await usageOf(id)).toMatchObject({ left_out: null });
    });
  },
);
