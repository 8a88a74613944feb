import { gitHubToken, startFakeGitHub } from "../../../../test/support/github.ts";
import type { FakeIssue } from "../../../../test/support/github-issues.ts";
import { makeQueue, settled, testJob } from "../../../jobs/queue-test-bed.ts";
import { deliverSightingJob } from "../triggers/jobs.ts";
import { openTriggerBed } from "../triggers/trigger-test-bed.ts";
import { type CodeHostDeps, codeHostService } from "./service.ts";

const nudge = testJob("nudge", { lane: "triggers" });

/** Triggers on a database of their own, with a fake GitHub on loopback. What is due runs when the test says so. */
export async function openCodeHostBed(
  more: Partial<Pick<CodeHostDeps, "mode" | "hasWebhook">> & { token?: null } = {},
) {
  const hub = await startFakeGitHub();
  const made: { queue?: ReturnType<typeof makeQueue>["queue"] } = {};
  const bed = await openTriggerBed({
    jobs(sessionBed) {
      made.queue = makeQueue(sessionBed).queue;
      return made.queue;
    },
  });
  const { queue } = made;
  if (!queue) throw new Error("No queue");
  const warnings: string[] = [];
  const service = { triggers: bed.triggers };
  queue.handle(deliverSightingJob, ({ id }, job) => service.triggers.deliverSighting(id, job));
  queue.handle(nudge, () => undefined);
  queue.start();
  hub.issues.clock = () => bed.clock.at;
  const open = () =>
    codeHostService({
      ...bed,
      log: {
        info: () => undefined,
        warn: ((fields: { problem: string }) => void warnings.push(fields.problem)) as never,
      },
      events: service.triggers.watcher,
      mode: "poll",
      hasWebhook: false,
      access:
        more.token === null
          ? null
          : { token: gitHubToken, apiUrl: hub.url, now: bed.clock.now, warn: () => undefined },
      wait: () => Promise.resolve(),
      ...more,
    });
  let codeHost = open();
  const due = bed.database.sql
    .prepare<[number], number>("SELECT COUNT(*) FROM jobs WHERE run_at <= ?")
    .pluck();

  /** Runs what is due by the clock of the test. */
  async function untilIdle(): Promise<void> {
    queue?.add(nudge, {});
    do await settled();
    while (due.get(bed.clock.at) !== 0);
  }

  return {
    ...bed,
    hub,
    issues: hub.issues,
    warnings,
    service,
    codeHost: () => codeHost,
    /** As after a restart. */
    restart(): void {
      service.triggers = bed.reopen();
      codeHost = open();
    },
    /** A minute later, what changed is read, and what is due is started. */
    async poll(ms = 60_000): Promise<void> {
      bed.clock.at += ms;
      await codeHost.poll(new AbortController().signal);
      await untilIdle();
    },
    async settle(ms = 0): Promise<void> {
      bed.clock.at += ms;
      await untilIdle();
    },
    /** Delivers the webhook of an action on the item. */
    async deliver(item: FakeIssue, action: string, label?: string): Promise<void> {
      codeHost.take(hub.issues.payload(item, action, label));
      await untilIdle();
    },
    async [Symbol.asyncDispose]() {
      await bed[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
    },
  };
}

export type CodeHostBed = Awaited<ReturnType<typeof openCodeHostBed>>;
