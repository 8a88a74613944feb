import { expect, it } from "vitest";
import { resourceService } from "./service.ts";

function setUp() {
  const state = { now: 0, underWay: true, measured: 0, reports: true };
  const resources = resourceService({
    find: () => ({ id: 7, underWay: state.underWay }),
    usage: async () => {
      state.measured += 1;
      return state.reports ? [{ pid: 1, name: "agent", cpuMs: state.now / 2, memoryBytes: 5 }] : null;
    },
    elapsed: () => state.now,
  });
  return { state, resources };
}

it("measures once for several requests, and compares with the measurement before", async () => {
  const { state, resources } = setUp();
  expect((await resources.of("7")).cpu_percent).toBeNull();
  state.now = 500;
  await resources.of("7");
  expect(state.measured).toBe(1);
  state.now = 2_000;
  expect((await resources.of("7")).cpu_percent).toBe(50);
  state.now = 100_000;
  expect((await resources.of("7")).cpu_percent).toBeNull();
});

it("measures nothing between turns", async () => {
  const { state, resources } = setUp();
  state.underWay = false;
  expect(await resources.of("7")).toMatchObject({ state: "idle", processes: [] });
  expect(state.measured).toBe(0);
});

it("answers unknown if the system does not report it", async () => {
  const { state, resources } = setUp();
  state.reports = false;
  expect((await resources.of("7")).state).toBe("unknown");
});
