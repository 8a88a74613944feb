import { afterEach, beforeEach } from "vitest";
import { gitHubToken, startFakeGitHub } from "../../../../test/support/github.ts";
import type { FakeIssue } from "../../../../test/support/github-issues.ts";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { openWatcherBed } from "../triggers/watcher-test-bed.ts";
import { type CodeHostDeps, codeHostService } from "./service.ts";

/** Triggers on a database of their own, with a fake GitHub on loopback. What is due runs when the test says so. */
export async function openCodeHostBed(
  more: Partial<Pick<CodeHostDeps, "mode" | "hasWebhook">> & { token?: null } = {},
) {
  const hub = await startFakeGitHub();
  const bed = await openWatcherBed();
  const { service, untilIdle } = bed;
  hub.issues.clock = () => bed.clock.at;
  const open = () =>
    codeHostService({
      ...bed,
      ...bed.watcherDeps,
      events: service.triggers.watcher,
      mode: "poll",
      hasWebhook: false,
      access:
        more.token === null
          ? null
          : { token: gitHubToken, apiUrl: hub.url, now: bed.clock.now, warn: () => undefined },
      ...more,
    });
  let codeHost = open();
  return {
    ...bed,
    hub,
    issues: hub.issues,
    codeHost: () => codeHost,
    /** Why the trigger's only condition does not fire. */
    problemOf(id: number): string | null {
      const [condition] = bed.trigger(id).conditions;
      return codeHost.problemOf({
        conditionType: condition?.condition_type ?? "",
        configuration: condition?.configuration ?? {},
      });
    },
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

/** Gives each test of a file one of its own. */
export function bedForEachTest(give: (bed: CodeHostBed) => void): void {
  let bed: CodeHostBed;
  beforeEach(async () => {
    bed = await openCodeHostBed();
    give(bed);
  });
  afterEach(async () => {
    await stopQueues();
    await bed[Symbol.asyncDispose]();
  });
}

/** What a trigger is made with that waits for the label `fix` in `acme/site`. */
export const labels = (more: object = {}) => ({
  conditions: [
    {
      condition_type: "code_host_label",
      configuration: { repos: ["acme/site"], target: "issue", labels: ["fix"], ...more },
    },
  ],
});

/** The same for new issues. */
export const opened = (more: object = {}) => ({
  conditions: [{ condition_type: "code_host_issue", configuration: { repos: ["acme/site"], ...more } }],
});
