import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { markerVariable } from "../../server/lib/processes/index.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import type { TestService } from "../support/service.ts";
import { textsOfZip } from "../support/zip.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
let data: ServiceDatabase;
const started: ChildProcess[] = [];

beforeAll(async () => {
  service = await startServiceWithBoard();
  data = openServiceDatabase(service);
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await service.call("POST", "/health/exit_queue_recovery_mode");
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const show = useShow(() => service);
const looks = [
  { look: "light", size: "desk" },
  { look: "dark", size: "phone" },
] as const;

async function strayProcess(): Promise<void> {
  const { id } = JSON.parse(await readFile(join(service.folder, "data", "installation.json"), "utf8")) as {
    id: string;
  };
  const env = { ...process.env, [markerVariable]: `${id}:987654:1` };
  const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env });
  started.push(child);
  await once(child, "spawn");
}

function queueJobs(count: number): void {
  const insert = data.sql.prepare(
    `INSERT INTO jobs (lane, kind, payload, state, priority, run_at, attempts, max_attempts, created_at)
     VALUES ('pollers', 'poll.example', '{}', 'ready', 0, ?, 0, 5, 0)`,
  );
  for (let n = 0; n < count; n++) insert.run(Date.now() + 86_400_000);
}

describe.each(looks)("the health page ($look, $size)", ({ look, size }) => {
  const page = async () => show("/settings/health", { look, size });

  it("says that all is well, and shows every check on request", async () => {
    const { page: tab, picture } = await page();
    await tab.getByRole("heading", { name: "Everything works" }).waitFor();
    await picture(`health-well-${look}-${size}`);
    await tab.getByRole("button", { name: /^Show all \d+ checks$/ }).click();
    await tab.getByText("Stray agent processes").waitFor();
    await tab.getByText("Disk space").waitFor();
  });

  it("downloads the archive for a bug report", async () => {
    const { page: tab, picture } = await page();
    const link = tab.getByRole("link", { name: "Download diagnostics" });
    const [download] = await Promise.all([tab.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe("signalbox-diagnostics.zip");
    const files = await textsOfZip(await readFile(await download.path()));
    expect(JSON.parse(files["health.json"] ?? "null")).toMatchObject({ health_report: {} });
    await link.scrollIntoViewIfNeeded();
    await picture(`health-diagnostics-${look}-${size}`);
  });

  it("shows what is wrong, and ends stray processes after a confirmation of their number", async () => {
    await strayProcess();
    await strayProcess();
    data.sql.prepare("DELETE FROM app_settings WHERE key = 'maintenance_cooldowns'").run();
    const { page: tab, picture } = await page();
    await tab.getByRole("heading", { name: "Something needs attention" }).waitFor();
    await tab.getByText("2 stray, 0 in use").waitFor();
    await picture(`health-degraded-${look}-${size}`);
    await tab.getByRole("button", { name: "End stray processes" }).click();
    const dialog = tab.getByRole("alertdialog", { name: "End 2 stray processes?" });
    await dialog.getByRole("button", { name: "End stray processes" }).click();
    await tab.getByRole("heading", { name: "Everything works" }).waitFor();
    await tab
      .getByRole("region", { name: "Recent actions" })
      .getByText("Ended 2 stray processes")
      .first()
      .waitFor();
  });

  it("holds the background queues, says so above every page, and ends it", async () => {
    const { page: tab, picture } = await page();
    const section = tab.getByRole("region", { name: "Queue recovery mode" });
    await section.getByLabel("Reason").fill("Too many polls");
    await section.getByRole("button", { name: "Hold background queues" }).click();
    const dialog = tab.getByRole("alertdialog", { name: "Hold background queues for 60 minutes?" });
    await dialog.getByRole("button", { name: "Hold background queues" }).click();
    await tab.getByText("Background queues are held. Agents keep running.").waitFor();
    await section.getByText(/On for \d+ more minutes, entered by .+: Too many polls/).waitFor();
    await picture(`health-recovery-${look}-${size}`);
    await section.getByRole("button", { name: "End recovery mode" }).click();
    await section.getByText("Off", { exact: true }).waitFor();
    await expect.poll(() => tab.getByText("Background queues are held.").count()).toBe(0);
  });

  it("moves and discards the jobs of a queue", async () => {
    queueJobs(3);
    const { page: tab, picture } = await page();
    await tab.getByRole("button", { name: "Jobs of the pollers queue" }).click();
    await tab.getByText("poll.example: 3 jobs").waitFor();
    await picture(`health-queues-${look}-${size}`);
    await tab.getByRole("button", { name: "Discard the jobs poll.example" }).click();
    const dialog = tab.getByRole("alertdialog", { name: "Discard 3 jobs of poll.example?" });
    await dialog.getByRole("button", { name: "Discard", exact: true }).click();
    await tab.getByText("Only recurring jobs wait in this queue").waitFor();
    expect(data.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = 'poll.example'").pluck().get()).toBe(0);
  });
});
