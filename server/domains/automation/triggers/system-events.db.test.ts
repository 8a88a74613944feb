import { expect, it } from "vitest";
import type { z } from "zod";
import type { systemEventJob } from "./jobs.ts";
import { openTriggerBed } from "./trigger-test-bed.ts";

type Payload = z.output<(typeof systemEventJob)["payload"]>;

it("an account that needs to sign in again starts the sessions of the triggers that wait for it, and of no other", async () => {
  const added: Payload[] = [];
  await using bed = await openTriggerBed({
    jobs: () => ({
      add: ((_job: unknown, payload: Payload) => added.push(payload)) as never,
      remove: () => true,
    }),
  });
  const wait = (event_name: string, more: object = {}) => ({
    prompt_template: "{{event}}",
    conditions: [{ condition_type: "ao_event", configuration: { event_name } }],
    ...more,
  });
  const id = bed.make(wait("account_needs_reauth"));
  bed.make(wait("account_needs_reauth", { status: "disabled" }));
  bed.make(wait("session_failed"));
  bed.database.transaction(() =>
    bed.triggers.onSystemEvent({
      event: "account_needs_reauth",
      key: "codex 1",
      sentence: "Codex does not accept the key of ada",
      variables: { title: "codex" },
    }),
  );
  expect(added).toHaveLength(1);
  for (const payload of added) await bed.triggers.deliverSystemEvent(payload);
  const [session = 0] = bed.startedBy(id);
  expect(bed.sessions.find(String(session))).toMatchObject({
    prompt: "Codex does not accept the key of ada",
    genesis: "ao_event",
  });
  expect(bed.triggers.get(id).history).toMatchObject([{ outcome: "started", cause: "system" }]);
});

it("a fire that finds its session in a turn is counted as missed, with its history, until one lands (R93)", async () => {
  const added: Payload[] = [];
  await using bed = await openTriggerBed({
    jobs: () => ({
      add: ((_job: unknown, payload: Payload) => added.push(payload)) as never,
      remove: () => true,
    }),
  });
  const target = bed.addSession({ status: "running" });
  const id = bed.make({
    prompt_template: "{{event}}",
    reuse_session: true,
    last_session_id: target,
    conditions: [{ condition_type: "ao_event", configuration: { event_name: "account_needs_reauth" } }],
  });
  async function fire(key: string): Promise<void> {
    const event = { event: "account_needs_reauth", key, sentence: "Sign in again", variables: {} } as const;
    bed.database.transaction(() => bed.triggers.onSystemEvent(event));
    for (const payload of added.splice(0)) await bed.triggers.deliverSystemEvent(payload);
  }
  const missed = () => {
    const { missed_fire_count, first_missed_fire_at, last_triggered_at } = bed.trigger(id);
    return [missed_fire_count, first_missed_fire_at !== null, last_triggered_at !== null];
  };
  await fire("1");
  await fire("2");
  expect(missed()).toEqual([2, true, false]);
  expect(bed.triggers.get(id).history).toMatchObject([
    { outcome: "skipped", count: 2, session_id: target, reason: expect.stringContaining("is running") },
  ]);
  bed.sessions.transition(bed.sessions.find(String(target)), { kind: "turn_rested" });
  await fire("3");
  expect(missed()).toEqual([0, false, true]);
});
