import { expect, it } from "vitest";
import { resourceService } from "./service.ts";

function bed() {
  const state = { now: 0, underWay: true, looks: 0, tells: true };
  const resources = resourceService({
    find: () => ({ id: 7, underWay: state.underWay }),
    usage: async () => {
      state.looks += 1;
      return state.tells ? [{ pid: 1, name: "agent", cpuMs: state.now / 2, memoryBytes: 5 }] : null;
    },
    elapsed: () => state.now,
  });
  return { state, resources };
}

it("looks once for several askers, and measures from one look to the next", async () => {
  const { state, resources } = bed();
  expect((await resources.of("7")).cpu_percent).toBeNull();
  state.now = 500;
  await resources.of("7");
  expect(state.looks).toBe(1);
  state.now = 2_000;
  expect((await resources.of("7")).cpu_percent).toBe(50);
  state.now = 100_000;
  expect((await resources.of("7")).cpu_percent).toBeNull();
});

it("looks at nothing between turns", async () => {
  const { state, resources } = bed();
  state.underWay = false;
  expect(await resources.of("7")).toMatchObject({ state: "idle", processes: [] });
  expect(state.looks).toBe(0);
});

it("says so where the system does not tell", async () => {
  const { state, resources } = bed();
  state.tells = false;
  expect((await resources.of("7")).state).toBe("unknown");
});
