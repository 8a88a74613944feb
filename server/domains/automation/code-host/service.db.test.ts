import { describe, expect, it } from "vitest";
import type { FakeIssue } from "../../../../test/support/github-issues.ts";
import { bedForEachTest, type CodeHostBed, labels, openCodeHostBed, opened } from "./code-host-test-bed.ts";

let bed: CodeHostBed;
bedForEachTest((made) => void (bed = made));

const minute = 60_000;
const day = 24 * 60 * minute;
const started = (id: number): number => bed.startedBy(id).length;
const historyOf = (id: number) => bed.triggers.get(id).history;
const problemOf = (id: number) => bed.problemOf(id);
const requests = (): string[] => bed.hub.requests.map(({ path }) => path.replace(/\?.*$/, ""));

describe.each(["polling", "a webhook"])("by %s", (way) => {
  /** Lets the service know of it. */
  async function tell(item: FakeIssue, action: string, label?: string): Promise<void> {
    if (way === "polling") await bed.poll();
    else await bed.deliver(item, action, label);
  }

  it("a label starts one session, with what it is about", async () => {
    const id = bed.make({ ...labels(), prompt_template: "{{event}}: {{link}} by {{author}} ({{labels}})" });
    const item = bed.issues.open("acme/site", 7);
    bed.clock.at += minute;
    bed.issues.label(item, "Fix");
    await tell(item, "labeled", "Fix");
    await tell(item, "labeled", "Fix");
    await bed.poll();
    const [session = 0] = bed.startedBy(id);
    expect(started(id)).toBe(1);
    const { prompt, genesis } = bed.sessions.find(String(session));
    expect({ prompt, genesis }).toEqual({
      prompt: "acme/site#7 got the label fix: https://github.com/acme/site/issues/7 by ada (Fix)",
      genesis: "code_host_label",
    });
    expect(historyOf(id)).toMatchObject([
      { outcome: "started", cause: "code_host", summary: "acme/site#7 fix: Title of 7", session_id: session },
    ]);
  });

  it("a label that is taken off and put on again starts another one", async () => {
    const id = bed.make(labels());
    const item = bed.issues.open("acme/site", 7);
    for (const round of [1, 2]) {
      bed.clock.at += minute;
      bed.issues.label(item, "fix");
      await tell(item, "labeled", "fix");
      expect(started(id)).toBe(round);
      bed.clock.at += minute;
      bed.issues.unlabel(item, "fix");
      await tell(item, "unlabeled", "fix");
    }
  });

  it("an opened issue starts one session, unless it has an excluded label", async () => {
    const id = bed.make(opened({ exclude_labels: ["wip"] }));
    bed.clock.at += minute;
    const item = bed.issues.open("acme/site", 8);
    const other = bed.issues.open("acme/site", 9, { labels: ["WIP"] });
    await tell(item, "opened");
    await tell(other, "opened");
    await bed.poll();
    expect(started(id)).toBe(1);
    expect(historyOf(id).map(({ outcome, reason }) => [outcome, reason])).toContainEqual([
      "filtered",
      "It has the label wip",
    ]);
    // Taking the label off later does not make it a new issue.
    bed.clock.at += minute;
    bed.issues.unlabel(other, "WIP");
    await tell(other, "unlabeled", "WIP");
    expect(started(id)).toBe(1);
  });

  it("an event starts no session while the trigger is off", async () => {
    const id = bed.make(labels());
    bed.triggers.toggle(id);
    const item = bed.issues.open("acme/site", 7);
    bed.clock.at += minute;
    bed.issues.label(item, "fix");
    await tell(item, "labeled", "fix");
    bed.clock.at += minute;
    bed.triggers.toggle(id);
    bed.clock.at += minute;
    await bed.poll();
    bed.issues.touch(item);
    await bed.poll();
    expect(started(id)).toBe(0);
  });

  it("waits while a session is in progress, if the trigger is set to", async () => {
    const id = bed.make({ ...opened(), skip_if_pending_session: true });
    bed.clock.at += minute;
    const [one, two] = [bed.issues.open("acme/site", 1), bed.issues.open("acme/site", 2)];
    await tell(one, "opened");
    await tell(two, "opened");
    expect(started(id)).toBe(1);
    const [session = 0] = bed.startedBy(id);
    bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
    await bed.settle(2 * minute);
    expect(started(id)).toBe(2);
  });
});

describe("polling", () => {
  it("does not fire for a label from before the condition, however the item changes later", async () => {
    const item = bed.issues.open("acme/site", 7, { labels: ["fix"] });
    bed.clock.at += 10 * minute;
    const id = bed.make(labels());
    bed.clock.at += minute;
    bed.issues.touch(item);
    await bed.poll();
    bed.issues.touch(item);
    await bed.poll();
    expect(started(id)).toBe(0);
  });

  it("fires for what happened between the saving and the first poll, and while the service was down", async () => {
    const id = bed.make(opened());
    bed.clock.at += 5_000;
    bed.issues.open("acme/site", 1);
    await bed.poll();
    expect(started(id)).toBe(1);
    bed.clock.at += day;
    bed.issues.open("acme/site", 2);
    bed.clock.at += 2 * day;
    bed.restart();
    await bed.poll();
    expect(started(id)).toBe(2);
  });

  it("starts over only for what an edit adds", async () => {
    const [old, both] = [
      bed.issues.open("acme/site", 1),
      bed.issues.open("acme/site", 2, { labels: ["later"] }),
    ];
    bed.clock.at += minute;
    const id = bed.make(labels());
    const [condition] = bed.trigger(id).conditions;
    bed.clock.at += minute;
    bed.issues.label(old, "fix");
    bed.clock.at += minute;
    bed.triggers.update(id, {
      conditions: [
        {
          id: condition?.id,
          configuration: { repos: ["acme/site"], target: "issue", labels: ["fix", "later"] },
        },
      ],
    });
    bed.clock.at += minute;
    bed.issues.touch(both);
    await bed.poll();
    // The label that was there keeps its time, the new one begins with the edit.
    expect(historyOf(id).map(({ summary }) => summary)).toEqual(["acme/site#1 fix: Title of 1"]);
  });

  it("fires once for a trigger with two conditions that match", async () => {
    const { conditions } = labels();
    const id = bed.make({
      conditions: [...conditions, ...labels({ repos: ["Acme/Site", "acme/other"] }).conditions],
    });
    const item = bed.issues.open("acme/site", 7);
    bed.clock.at += minute;
    bed.issues.label(item, "fix");
    await bed.poll();
    await bed.deliver(item, "labeled", "fix");
    expect(started(id)).toBe(1);
  });

  it("does not fire for a label that was put on long ago, when its issue is opened again", async () => {
    const id = bed.make(labels());
    const item = bed.issues.open("acme/site", 7);
    bed.clock.at += minute;
    bed.issues.label(item, "fix");
    await bed.poll();
    bed.issues.close(item);
    await bed.poll();
    for (let n = 0; n < 40; n++) await bed.poll(day);
    bed.issues.reopen(item);
    await bed.poll();
    expect(started(id)).toBe(1);
  });

  it("tells issues from pull requests", async () => {
    const id = bed.make(labels({ target: "pull_request" }));
    const [issue, pull] = [
      bed.issues.open("acme/site", 1),
      bed.issues.open("acme/site", 2, { target: "pull_request" }),
    ];
    bed.clock.at += minute;
    bed.issues.label(issue, "fix");
    bed.issues.label(pull, "fix");
    await bed.poll();
    expect(historyOf(id).map(({ summary }) => summary)).toEqual(["acme/site#2 fix: Title of 2"]);
  });

  it("reads every page, and goes on where a search of more than a thousand ends", async () => {
    const id = bed.make(opened());
    bed.clock.at += minute;
    for (let number = 1; number <= 1_050; number++) {
      if (number % 10 === 0) bed.clock.at += 1_000;
      bed.issues.open("acme/site", number);
    }
    await bed.poll();
    await bed.poll(10 * minute);
    await bed.settle(minute);
    expect(bed.trigger(id).sessions_created_count).toBe(1_050);
  }, 60_000);

  it.each([-2 * 60 * minute, 2 * 60 * minute])(
    "follows the clock of a host that is %i ms off",
    async (skew) => {
      bed.issues.clock = () => bed.clock.at + skew;
      const first = bed.make(opened({ repos: ["acme/other"] }));
      await bed.poll();
      const old = bed.issues.open("acme/site", 1);
      bed.clock.at += minute;
      const id = bed.make(opened());
      bed.clock.at += minute;
      bed.issues.open("acme/site", 2);
      bed.issues.touch(old);
      await bed.poll();
      await bed.poll();
      expect([started(first), historyOf(id).map(({ summary }) => summary)]).toEqual([
        0,
        ["acme/site#2 Title of 2"],
      ]);
    },
  );

  it("asks in as few requests as it can, and says that nothing changed is nothing", async () => {
    for (let n = 0; n < 60; n++) bed.make(opened({ repos: [`acme/site-${n % 30}`] }));
    await bed.poll();
    expect(requests()).toEqual(["/search/issues", "/search/issues"]);
    await bed.poll();
    expect(requests()).toHaveLength(4);
  });

  it("sends nothing while no trigger waits for it", async () => {
    bed.make({ ...opened(), status: "disabled" });
    bed.make();
    await bed.poll();
    expect(requests()).toEqual([]);
  });
});

describe("a code host in trouble", () => {
  const reset = (at: number) => ({
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(at / 1_000)),
  });

  it("whose rate limit is used up is left alone until it is not, and that is said once", async () => {
    const ids = [bed.make(opened()), bed.make(opened({ repos: ["acme/other"] })), bed.make(labels())];
    bed.clock.at += minute;
    bed.issues.open("acme/site", 1);
    bed.hub.fail({ status: 403, headers: reset(bed.clock.at + 10 * minute) });
    await bed.poll();
    await bed.poll();
    await bed.poll();
    expect(requests()).toHaveLength(1);
    expect(bed.warnings).toHaveLength(1);
    expect(problemOf(ids[0] ?? 0)).toContain("rate limit");
    bed.hub.fail(null);
    await bed.poll(10 * minute);
    expect(started(ids[0] ?? 0)).toBe(1);
    expect(problemOf(ids[0] ?? 0)).toBeNull();
  });

  it("whose rate limit is used up is asked again when the clock was set back", async () => {
    bed.make(opened());
    bed.hub.fail({ status: 403, headers: reset(bed.clock.at + 10 * minute), times: 1 });
    await bed.poll();
    await bed.poll(-30 * day);
    expect(requests()).toHaveLength(2);
  });

  it("that fails is asked again, then next time, and nothing is lost", async () => {
    const id = bed.make(opened());
    bed.clock.at += minute;
    bed.issues.open("acme/site", 1);
    bed.hub.fail({ status: 502, times: 2 });
    await bed.poll();
    expect(started(id)).toBe(1);
    bed.issues.open("acme/site", 2);
    bed.hub.fail({ status: 500 });
    await bed.poll();
    await bed.poll();
    expect([started(id), bed.warnings.length]).toEqual([1, 1]);
    bed.hub.fail(null);
    await bed.poll();
    expect(started(id)).toBe(2);
  });

  it("that rejects the token is not asked twice, and the trigger says so", async () => {
    const id = bed.make(opened());
    bed.hub.fail({ status: 401, body: { message: "Bad credentials" } });
    await bed.poll();
    expect(requests()).toHaveLength(1);
    expect(problemOf(id)).toContain("does not accept the token");
  });

  it("whose search gives up is asked again, and what is missing comes later", async () => {
    const id = bed.make(opened());
    bed.clock.at += minute;
    bed.issues.open("acme/site", 1);
    bed.issues.open("acme/site", 2);
    bed.issues.incomplete = 1;
    await bed.poll();
    expect(started(id)).toBe(2);
    bed.issues.open("acme/site", 3);
    bed.issues.open("acme/site", 4);
    bed.issues.incomplete = 100;
    for (const _ of [1, 2, 3, 4, 5]) await bed.poll();
    expect(problemOf(id)).toContain("gives up");
    bed.issues.incomplete = 0;
    await bed.poll();
    expect(started(id)).toBe(4);
    expect(problemOf(id)).toBeNull();
  });

  it("that refuses a search for no known reason still answers the others, and that is said", async () => {
    const id = bed.make({ ...labels({ target: "pull_request" }) });
    bed.make(opened());
    bed.clock.at += minute;
    bed.issues.label(bed.issues.open("acme/site", 1, { target: "pull_request" }), "fix");
    bed.hub.fail({ status: 422, path: "/search/issues", times: 1 });
    await bed.poll();
    expect([started(id), problemOf(id)]).toEqual([1, expect.stringContaining("could not be read")]);
  });

  it("that hides a repository still shows the others, and the trigger on it says so", async () => {
    const [seen, hidden] = [bed.make(opened()), bed.make(opened({ repos: ["acme/secret"] }))];
    bed.issues.hidden.add("acme/secret");
    bed.clock.at += minute;
    bed.issues.open("acme/site", 1);
    await bed.poll();
    await bed.poll();
    expect(started(seen)).toBe(1);
    expect([problemOf(seen), problemOf(hidden)]).toEqual([null, expect.stringContaining("acme/secret")]);
  });
});

describe("without a token", () => {
  it("nothing is read, and a condition says why; webhooks still fire", async () => {
    await using poor = await openCodeHostBed({ token: null });
    poor.make(opened());
    await poor.poll();
    const stored = { conditionType: "code_host_issue", configuration: { repos: ["acme/site"] } };
    expect(poor.codeHost().problemOf(stored)).toContain("GITHUB_TOKEN");
    expect(poor.hub.requests).toEqual([]);
    await using hooked = await openCodeHostBed({ token: null, hasWebhook: true });
    const id = hooked.make(opened());
    hooked.clock.at += minute;
    await hooked.deliver(hooked.issues.open("acme/site", 1), "opened");
    expect(hooked.startedBy(id)).toHaveLength(1);
    expect(hooked.codeHost().problemOf(stored)).toBeNull();
  });
});
