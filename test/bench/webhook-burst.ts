/** A thousand deliveries at once: how long each waits for its answer, and how long until all are stored. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { deliverFromGitHub, deliverFromSlack, webhookSettings } from "../support/webhooks.ts";
import type { BenchFolders } from "./bench-folders.ts";
import type { Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const deliveries = 1_000;
/** How many connections a host opens. */
const atOnce = 50;

export async function webhookBurstBench(bed: BenchFolders): Promise<Measurement[]> {
  const folder = await bed.folder("webhooks");
  await using service = await startServiceProcess({ ...serviceEnvironment(folder), ...webhookSettings });
  await burst(service.url, 100);
  const started = performance.now();
  const { p99, refused } = await burst(service.url, deliveries);
  const storedMs = performance.now() - started;
  const data = new Sqlite(join(folder, "signalbox.db"), { readonly: true });
  const count = data.prepare("SELECT COUNT(*) FROM webhook_deliveries").pluck().get();
  data.close();
  if (refused > 0 || count !== deliveries + 100)
    throw new Error(`${refused} deliveries were refused, and ${String(count)} are stored`);
  return [
    figure(`${deliveries} webhook deliveries, all stored`, storedMs, 5_000),
    figure(`${deliveries} webhook deliveries, answer p99`, p99, 100),
  ];
}

const figure = (name: string, measured: number, goal: number): Measurement => ({
  figure: name,
  unit: "ms",
  measured,
  reference: null,
  against: "",
  goal: { on: "measured", bound: "at most", value: goal },
});

/** Half from each host, as bodies of their usual size. */
async function burst(url: string, count: number): Promise<{ p99: number; refused: number }> {
  const took: number[] = [];
  let refused = 0;
  let next = 0;
  async function sendOne(n: number): Promise<void> {
    const begun = performance.now();
    const { status } = await (n % 2 === 0 ? fromGitHub(url, n, count) : fromSlack(url, n, count));
    took.push(performance.now() - begun);
    if (status !== 200) refused++;
  }
  async function connection(): Promise<void> {
    while (next < count) await sendOne(next++);
  }
  await Promise.all(Array.from({ length: atOnce }, connection));
  return { p99: took.toSorted((a, b) => a - b)[Math.ceil(count * 0.99) - 1] ?? 0, refused };
}

const fromGitHub = (url: string, n: number, of: number) =>
  deliverFromGitHub(
    url,
    "issues",
    {
      action: "opened",
      issue: { number: 10_000 * of + n, title: `Issue ${n}`, body: "It does not work. ".repeat(400) },
      repository: { full_name: "acme/site" },
    },
    { id: `burst-${of}-${n}` },
  );

const fromSlack = (url: string, n: number, of: number) =>
  deliverFromSlack(url, {
    type: "event_callback",
    event_id: `Ev-${of}-${n}`,
    event: {
      type: "message",
      channel: "C0ORCHARD",
      user: "U0ADA0000",
      text: "Pears ".repeat(100),
      ts: "1.1",
    },
  });
