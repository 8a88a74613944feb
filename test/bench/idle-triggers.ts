/** What 500 enabled triggers cost while nothing happens: processor time, and requests to the hosts that they watch. */
import { setTimeout as pause } from "node:timers/promises";
import { gitHubToken, startFakeGitHub } from "../support/github.ts";
import { caller } from "../support/service.ts";
import { slackToken, startFakeSlack } from "../support/slack.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { idleBeside, processorOver, whyNoFigures } from "./idle.ts";
import type { Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const triggers = 500;
/** The first reading of everything has to be over, and its requests paid for. */
const settleMs = 3 * 60_000;
const watchMs = 3 * 60_000;
const rates = { label: "label", issue: "issue", chat: "chat", schedule: "schedule", check: "check" } as const;

const conditions: Record<keyof typeof rates, (n: number) => object> = {
  label: (n) => ({
    condition_type: "code_host_label",
    configuration: { repos: [`acme/repository-${n % 40}`], target: "issue", labels: ["fix"] },
  }),
  issue: (n) => ({
    condition_type: "code_host_issue",
    configuration: { repos: [`acme/repository-${n % 40}`] },
  }),
  chat: (n) => ({
    condition_type: "chat",
    configuration: { channel_id: `C0CHANNEL${10 + (n % 20)}`, allow_everyone: true },
  }),
  schedule: () => ({
    condition_type: "schedule",
    configuration: { interval: 1, unit: "weeks", day_of_week: "monday", time: "03:00", timezone: "UTC" },
  }),
  check: (n) => ({
    condition_type: "code_host_check",
    configuration: { repos: [`acme/repository-${n % 10}`], branch: "main" },
  }),
};

export async function idleTriggersBench(bed: BenchFolders): Promise<Measurement[]> {
  const missing = whyNoFigures();
  if (missing !== null) return figures(null, missing);
  await using hub = await startFakeGitHub();
  await using slack = await startFakeSlack();
  for (let n = 10; n < 30; n++) slack.channel(`C0CHANNEL${n}`);
  const environment = {
    GITHUB_TOKEN: gitHubToken,
    SERVICE_GITHUB_API_URL: hub.url,
    SERVICE_CHAT_BOT_TOKEN: slackToken,
    SERVICE_CHAT_API_URL: slack.url,
  };
  await using empty = await startServiceProcess({
    ...serviceEnvironment(await bed.folder("no-triggers")),
    ...environment,
  });
  await using full = await startServiceProcess({
    ...serviceEnvironment(await bed.folder("triggers")),
    ...environment,
  });
  const call = caller(full.url, benchKey);
  const kinds = Object.values(rates);
  for (let n = 0; n < triggers; n++) {
    const condition = conditions[kinds[n % kinds.length] ?? "label"](n);
    const { status } = await call("POST", "/triggers", {
      name: `Trigger ${n}`,
      agent_root_name: "router",
      prompt_template: "{{text|untrusted}}",
      conditions: [condition],
    });
    if (status !== 201) throw new Error(`A trigger was refused with ${status}`);
  }
  await pause(settleMs);
  const sent = { hub: hub.requests.length, slack: slack.requests.length };
  const [unused, used] = await Promise.all([
    processorOver(watchMs, empty.pid),
    processorOver(watchMs, full.pid),
  ]);
  const minutes = watchMs / 60_000;
  return figures({
    empty: unused,
    full: used,
    hub: (hub.requests.length - sent.hub) / minutes,
    slack: (slack.requests.length - sent.slack) / minutes,
  });
}

const compared = { what: `${triggers} enabled triggers`, against: "the service without triggers" };

function figures(
  found: { empty: number; full: number; hub: number; slack: number } | null,
  missing?: string,
): Measurement[] {
  const note = missing === undefined ? {} : { note: missing };
  const requests = (name: string, measured: number | null): Measurement => ({
    figure: `requests to ${name} with ${triggers} triggers`,
    unit: "per minute",
    measured,
    reference: null,
    against: "",
    goal: { on: "measured", bound: "at most", value: 10 },
    ...note,
  });
  return [
    { ...idleBeside({ ...compared, forMs: watchMs }, found), ...note },
    requests("GitHub", found?.hub ?? null),
    requests("Slack", found?.slack ?? null),
  ];
}
