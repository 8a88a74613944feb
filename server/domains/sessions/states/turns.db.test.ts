import { expect, it } from "vitest";
import { openTurnBed } from "../../turns/turns/turn-test-bed.ts";
import { sessionStateService } from "./index.ts";

const board = { kind: "board" } as const;

async function openLives() {
  const bed = await openTurnBed();
  const states = sessionStateService(bed);
  bed.events.on("created", states.onCreated);
  bed.events.on("transitioned", states.onTransition);
  /** `<state>: <cause>[, <detail>]`, oldest first. */
  const life = (id: number): string[] =>
    states
      .list(id, { limit: 50 })
      .states.map(({ state, cause, detail }) => `${state}: ${cause}${detail === null ? "" : `, ${detail}`}`)
      .reverse();
  return { ...bed, restart: bed.restart, begins: bed.begins, life, turnsNow: () => bed.turns };
}

it("an interrupted run ends at the next start, which queues it again", async () => {
  await using bed = await openLives();
  const { id } = bed.create();
  const turn = await bed.begins(1);
  await turn.say({ kind: "user", text: "Begin" });
  const { take } = await bed.restart();
  const cutOff = ["idle: created", "queued: first", "running: turn_started", "queued: service_started"];
  expect(bed.life(id)).toEqual(cutOff);
  take();
  await (await bed.begins(2)).answer("Done");
  await bed.reaches(id, "needs_input");
  expect(bed.life(id)).toEqual([...cutOff, "running: turn_started", "needs_input: turn_rested"]);
});

it("a pause and the trash record who did it, and a restored session gets its own state", async () => {
  await using bed = await openLives();
  const { id } = bed.create();
  await bed.begins(1);
  await bed.turnsNow().pause(String(id), board);
  await bed.turnsNow().archive(String(id), { force: true }, board);
  await bed.turnsNow().unarchive(String(id));
  expect(bed.life(id).slice(3)).toEqual([
    "needs_input: paused, the board",
    "archived: archive, the board",
    "needs_input: unarchive",
  ]);
});

it("a retried turn records why it waits, and a failed one why it failed", async () => {
  await using bed = await openLives();
  const { id } = bed.create();
  (await bed.begins(1)).end({ kind: "rate_limited", message: "Try later\nor not", resetAt: null });
  await bed.parks(id);
  bed.after(60 * 60_000);
  (await bed.begins(2)).end({ kind: "start_failed", message: "No such program", stderr: "" });
  await bed.reaches(id, "failed");
  expect(bed.life(id).slice(3)).toEqual([
    "parked: turn_postponed, Out of quota: Try later",
    "running: turn_started",
    "failed: turn_failed, spawn_failed",
  ]);
});

it("a turn that waited for a sign-in records the sign-in as its cause", async () => {
  await using bed = await openLives();
  bed.consents.push({ server_name: "portal", server_url: "https://portal.invalid" });
  const { id } = bed.create();
  await bed.parks(id);
  bed.consents.length = 0;
  bed.turnsNow().reviewParked();
  await bed.begins(1);
  expect(bed.life(id).slice(2)).toEqual([
    "parked: turn_postponed, A person must sign in to: portal",
    "running: consented",
  ]);
});
