import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDatabase } from "../../server/db/read-only.ts";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const count = (service: FaultyService, query: string): number =>
  readDatabase(join(service.dataFolder, "signalbox.db"), (sql) => Number(sql.prepare(query).pluck().get()));

/** Jobs about sessions that are gone, such as one that waits for days to find nothing to do. */
const orphanedJobs = `SELECT COUNT(*) FROM jobs
  WHERE json_extract(payload, '$.sessionId') > 0 AND json_extract(payload, '$.sessionId') NOT IN (SELECT id FROM sessions)`;

interface Use {
  memoryMb: number;
  handles: number;
  pages: number;
}

function useOf(service: FaultyService): Use {
  const { pid } = service.process();
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    pages: statSync(join(service.dataFolder, "signalbox.db")).size / 4_096,
  };
}

/** Creates, archives and deletes so many sessions with clones, three at once. */
async function churn(service: FaultyService, gitRoot: string, sessions: number): Promise<void> {
  const numbers = Array.from({ length: sessions }, (_, n) => n).values();
  const worker = async (): Promise<void> => {
    for (const n of numbers) {
      const body = { git_root: gitRoot, clone_only: true, title: `Session ${n}` };
      const created = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
      const { id } = created.body.session;
      await service.waitFor(id, (session) => atRest(session) && session.job_id === null);
      await service.call("POST", `/sessions/${id}/archive`, {});
      expect((await service.call("DELETE", `/sessions/${id}`)).status).toBeLessThan(300);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  await expect.poll(() => count(service, orphanedJobs), { timeout: 30_000 }).toBe(0);
}

it("sessions that come and go leave no jobs, handles, files or memory behind", async (context) => {
  context.skip(process.platform !== "linux", "only Linux says in files what a process uses");
  await using folder = await makeTestFolder();
  const environment = { SERVICE_MIN_FREE_MB: "0" };
  await using service = await startFaultyService({ folder: folder.path, environment, byLauncher: true });
  const gitRoot = await service.repository();
  await churn(service, gitRoot, 60);
  const before = useOf(service);
  const jobs = count(service, "SELECT COUNT(*) FROM jobs");
  // The heap of a young process grows to its working size first; what leaks grows in every round.
  const growth: number[] = [];
  let after = before;
  while (growth.length < 2 || (growth.length < 7 && Math.min(...growth) >= 8)) {
    await churn(service, gitRoot, 60);
    const now = useOf(service);
    growth.push(now.memoryMb - after.memoryMb);
    after = now;
  }
  expect(Math.min(...growth), `MB in each round: ${growth.join(", ")}`).toBeLessThan(8);
  expect(after.handles - before.handles).toBeLessThan(15);
  expect(after.pages - before.pages).toBeLessThan(100);
  expect(count(service, "SELECT COUNT(*) FROM jobs") - jobs).toBeLessThan(5);
  expect(readdirSync(join(service.dataFolder, "clones"))).toEqual([]);
  expect(count(service, "SELECT COUNT(*) FROM sessions")).toBe(0);
}, 300_000);
