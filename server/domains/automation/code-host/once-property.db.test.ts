import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import type { FakeIssue } from "../../../../test/support/github-issues.ts";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { type CodeHostBed, openCodeHostBed } from "./code-host-test-bed.ts";

afterEach(stopQueues);

/** Everything that happens at the host and to the service, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant("open" as const) },
  { weight: 4, arbitrary: fc.constant("label" as const) },
  { weight: 2, arbitrary: fc.constant("unlabel" as const) },
  { weight: 1, arbitrary: fc.constant("touch" as const) },
  { weight: 5, arbitrary: fc.constant("poll" as const) },
  { weight: 4, arbitrary: fc.constant("deliver oldest" as const) },
  { weight: 3, arbitrary: fc.constant("deliver newest" as const) },
  { weight: 2, arbitrary: fc.constant("deliver again" as const) },
  { weight: 1, arbitrary: fc.constant("lose delivery" as const) },
  { weight: 1, arbitrary: fc.constant("edit" as const) },
  { weight: 1, arbitrary: fc.constant("toggle" as const) },
  { weight: 1, arbitrary: fc.constant("kill" as const) },
  { weight: 1, arbitrary: fc.constant("restart" as const) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Payload = ReturnType<CodeHostBed["issues"]["payload"]>;

const labelCondition = {
  condition_type: "code_host_label",
  configuration: { repos: ["acme/site"], target: "issue", labels: ["fix"] },
};
const issueCondition = { condition_type: "code_host_issue", configuration: { repos: ["acme/site"] } };

/** The world of one run, with what should have started by its end. */
async function openWorld() {
  const bed = await openCodeHostBed({ hasWebhook: true });
  const triggers = [bed.make({ conditions: [labelCondition] }), bed.make({ conditions: [issueCondition] })];
  const [labelTrigger = 0, issueTrigger = 0] = triggers;
  const items: FakeIssue[] = [];
  const waiting: Payload[] = [];
  const delivered: Payload[] = [];
  const expected = new Map(triggers.map((id) => [id, 0]));
  let isOn = true;

  const count = (id: number): void => void (isOn && expected.set(id, (expected.get(id) ?? 0) + 1));
  const send = async (payload: Payload | undefined): Promise<void> => {
    if (!payload) return;
    bed.codeHost().take(payload);
    delivered.push(payload);
    await bed.settle();
  };
  /** A process that ends during its writes has written nothing of them. */
  async function killed(): Promise<void> {
    bed.database.sql.exec(
      "CREATE TEMP TRIGGER killed BEFORE INSERT ON trigger_sightings BEGIN SELECT RAISE(ABORT, 'killed'); END",
    );
    await bed.poll().catch(() => undefined);
    bed.database.sql.exec("DROP TRIGGER killed");
    bed.restart();
  }

  const acts: Record<Step, () => Promise<void> | void> = {
    open() {
      const item = bed.issues.open("acme/site", items.length + 1);
      items.push(item);
      waiting.push(bed.issues.payload(item, "opened"));
      count(issueTrigger);
    },
    label() {
      const item = items.findLast(({ labels }) => !labels.includes("fix"));
      if (!item) return;
      // What happens while it was removed unseen is not told apart; see the test of that in service.db.test.ts.
      if (item.labeled.length > 0) return;
      bed.issues.label(item, "fix");
      waiting.push(bed.issues.payload(item, "labeled", "fix"));
      count(labelTrigger);
    },
    async unlabel() {
      // Once it was seen: a label that nobody saw in time starts nothing.
      await bed.poll();
      const item = items.find(({ labels }) => labels.includes("fix"));
      if (!item) return;
      bed.issues.unlabel(item, "fix");
      waiting.push(bed.issues.payload(item, "unlabeled", "fix"));
    },
    touch: () => void (items[0] && bed.issues.touch(items[0])),
    poll: () => bed.poll(),
    "deliver oldest": () => send(waiting.shift()),
    "deliver newest": () => send(waiting.pop()),
    "deliver again": () => send(delivered.at(-1)),
    "lose delivery": () => void waiting.shift(),
    edit() {
      for (const id of triggers) {
        const [condition] = bed.trigger(id).conditions;
        const { configuration = {} } = condition ?? {};
        const more = { ...configuration, repos: ["acme/site", `acme/other-${bed.clock.at}`] };
        bed.service.triggers.update(id, {
          name: "Edited",
          conditions: [{ id: condition?.id, configuration: more }],
        });
      }
    },
    async toggle() {
      // What happened before is seen before.
      await bed.poll();
      bed.clock.at += 10_000;
      for (const id of triggers) bed.service.triggers.toggle(id);
      isOn = !isOn;
      bed.clock.at += 10_000;
    },
    kill: killed,
    restart: () => bed.restart(),
  };

  return {
    bed,
    expected,
    async act(kind: Step): Promise<void> {
      bed.clock.at += 3_000;
      await acts[kind]();
    },
    async end(): Promise<Map<number, number>> {
      if (!isOn) await acts.toggle();
      while (waiting.length > 0) await send(waiting.shift());
      await bed.poll(2 * 60_000);
      await bed.settle(60_000);
      return new Map(triggers.map((id) => [id, bed.trigger(id).sessions_created_count]));
    },
  };
}

it("fires once for each event, however polls, webhooks, edits, kills and restarts interleave", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = await openWorld();
      await using _bed = world.bed;
      for (const kind of steps) await world.act(kind);
      expect(await world.end()).toEqual(world.expected);
    }),
    { numRuns: 40 },
  );
}, 240_000);
