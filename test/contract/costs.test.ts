import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { BackfillRun, LedgerCoverage } from "../../server/domains/usage/ledger/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Backfill {
  queued: boolean;
  run: BackfillRun;
  ledger_coverage: LedgerCoverage;
}

/** A call that someone made with Claude Code outside of sessions. */
async function recordOutside(id: string): Promise<void> {
  const folder = join(service.folder, "home", ".claude", "projects", "elsewhere");
  await mkdir(folder, { recursive: true });
  const line = {
    type: "assistant",
    cwd: "/elsewhere",
    requestId: id,
    timestamp: new Date().toISOString(),
    message: { model: "claude-opus-5", usage: { input_tokens: 1_000_000, output_tokens: 1 } },
  };
  await writeFile(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
}

const backfill = () => service.call<Backfill>("POST", "/costs/backfill");

proves("E130")(
  "a pass over all files begins at once, and another request joins it or begins the next",
  async () => {
    await recordOutside("req_outside_1");
    const first = await backfill();
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ queued: true, run: { id: expect.any(Number) } });
    await expect
      .poll(async () => (await backfill()).body.ledger_coverage.covers_since, {
        timeout: 20_000,
        interval: 200,
      })
      .toMatch(/^\d{4}-/);
  },
);
