import { expect, it } from "vitest";
import { openTurnBed } from "./turn-test-bed.ts";

const shortage = {
  kind: "start_failed",
  message: "spawn EAGAIN",
  stderr: "",
  shortage: "there is no room",
} as const;

it("ends an agent that says nothing, tries it three times more, and then says why it gave up", async () => {
  await using bed = await openTurnBed({ silenceLimits: { startMs: 1_000, thinkingMs: 0, toolMs: 0 } });
  const { id } = bed.create();
  for (const n of [1, 2, 3]) {
    await bed.begins(n);
    await expect.poll(() => bed.row(id).waitingKind, { timeout: 10_000 }).toBe("held");
    expect(bed.row(id).failureDetail).toMatch(
      /^The agent's CLI said nothing in the 1 s since it was started/,
    );
    bed.after(25_000);
  }
  const failed = await bed.reaches(id, "failed");
  expect(failed).toMatchObject({ failureReason: "agent_silent" });
});

it("leaves an agent alone that says something, and a pause is still a pause", async () => {
  await using bed = await openTurnBed({ silenceLimits: { startMs: 1_000, thinkingMs: 0, toolMs: 0 } });
  const { id } = bed.create();
  const turn = await bed.begins(1);
  turn.listener.onSign({});
  turn.end({ kind: "completed", lastMessage: null });
  expect((await bed.reaches(id, "needs_input")).failureReason).toBeNull();
  expect(turn.interrupts).toBe(0);
});

it("tries a turn again for which the machine had no room, and says so", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  (await bed.begins(1)).end(shortage);
  await expect.poll(() => bed.row(id).waitingKind).toBe("held");
  expect(bed.notes.join()).toContain(
    "The turn could not run, because there is no room. The turn will be retried at",
  );
  bed.after(6_000);
  (await bed.begins(2)).end({ kind: "completed", lastMessage: null });
  await bed.reaches(id, "needs_input");
});

it("tries a turn again whose files could not be opened", async () => {
  await using bed = await openTurnBed();
  bed.agent.prepare = () =>
    Promise.reject(Object.assign(new Error("too many open files"), { code: "EMFILE" }));
  const { id } = bed.create();
  await expect.poll(() => bed.row(id).waitingKind).toBe("held");
  bed.agent.prepare = async () => {};
  bed.after(6_000);
  await bed.begins(1);
});
