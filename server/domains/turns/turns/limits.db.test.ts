import { expect, it } from "vitest";
import { openTurnBed } from "./turn-test-bed.ts";

const ended = { kind: "killed", signal: "SIGKILL", exitCode: null, stderr: "" } as const;

it.each([
  ["processes", /^What the agent started came to 100 processes and threads.*SERVICE_AGENT_PROCESSES/],
  ["memory", /^What the agent started needed more than 64 MB of memory.*SERVICE_AGENT_MEMORY_MB/],
] as const)(
  "ends a turn that met its limit of %s, says so, and does not try it again",
  async (met, words) => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const turn = await bed.begins(1);
    bed.held.met = met;
    const failed = await bed.reaches(id, "failed");
    expect(failed).toMatchObject({
      failureReason: "resource_limit",
      failureDetail: expect.stringMatching(words),
    });
    expect([bed.held.killed, turn.interrupts, bed.held.open]).toEqual([1, 1, 0]);
  },
);

it("knows of a limit that ended the agent before anybody looked", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  const turn = await bed.begins(1);
  bed.held.met = "memory";
  turn.end(ended);
  expect(await bed.reaches(id, "failed")).toMatchObject({ failureReason: "resource_limit" });
});

it("leaves a turn that was done its answer, and holds nothing after it", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  const turn = await bed.begins(1);
  expect(bed.held.open).toBe(1);
  await turn.answer("Done.");
  expect((await bed.reaches(id, "needs_input")).failureReason).toBeNull();
  expect([bed.held.open, bed.held.killed]).toEqual([0, 0]);
});
