import { describe, expect, it } from "vitest";
import { type CohortSession, compare, compareSameRoots } from "./comparison.ts";

const sessions = (
  count: number,
  { calls = 20, nanos = 1_000, ...rest }: Partial<CohortSession> & { isOn: boolean },
): CohortSession[] => Array.from({ length: count }, () => ({ agentRoot: "builder", calls, nanos, ...rest }));

describe("sessions with a setting and without (R188)", () => {
  it("are compared by what a call and a session cost", () => {
    const found = compare([
      ...sessions(5, { isOn: true, calls: 40, nanos: 1_200 }),
      ...sessions(6, { isOn: false, calls: 20, nanos: 1_000 }),
    ]);
    expect(found).toMatchObject({ on: { sessions: 5, calls: 200, nanos: 6_000 }, off: { sessions: 6 } });
    expect([found.perCall, found.perSession]).toEqual([expect.closeTo(-40, 9), expect.closeTo(20, 9)]);
  });

  it.each([
    ["four sessions on a side", sessions(4, { isOn: true }), sessions(9, { isOn: false })],
    ["49 calls on a side", sessions(9, { isOn: true }), sessions(7, { isOn: false, calls: 7 })],
    ["nothing paid without it", sessions(9, { isOn: true }), sessions(9, { isOn: false, nanos: 0 })],
    ["one side only", sessions(9, { isOn: true }), []],
  ])("have no percentage with %s, but always their number", (_title, on, off) => {
    expect(compare([...on, ...off])).toMatchObject({
      on: { sessions: on.length },
      off: { sessions: off.length },
      perCall: null,
      perSession: null,
    });
  });

  it("are compared within the agent roots that both sides have", () => {
    const found = compareSameRoots([
      ...sessions(5, { isOn: true, nanos: 2_000 }),
      ...sessions(5, { isOn: false }),
      ...sessions(50, { isOn: true, agentRoot: "checker", nanos: 90_000 }),
      ...sessions(50, { isOn: false, agentRoot: null }),
    ]);
    expect(found).toMatchObject({ roots: 1, comparison: { perCall: 100, on: { sessions: 5 } } });
    expect(compareSameRoots(sessions(9, { isOn: true }))).toBeNull();
  });
});
