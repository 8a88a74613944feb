import { expect, it } from "vitest";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { movedTo, neighbors } from "./view-model.ts";

const entry = (id: number): QueueEntry => ({
  id,
  slug: null,
  title: `Session ${id}`,
  agent_runtime: "codex",
  precedence: 0,
  position: id,
  paused: false,
  waiting_since: null,
  startable: false,
  why: "",
  starts: "",
  victim: null,
});
const entries = [1, 2, 3].map(entry);

it.each([
  [3, 0, [3, 1, 2], { above_id: null, below_id: 1 }],
  [1, 1, [2, 1, 3], { above_id: 2, below_id: 3 }],
  [1, 2, [2, 3, 1], { above_id: 3, below_id: null }],
])("moves %i to place %i, between its new neighbors", (id, index, order, place) => {
  const moved = movedTo(entries, id, index);
  expect(moved.map((one) => one.id)).toEqual(order);
  expect(moved.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(neighbors(entries, id, index)).toEqual(place);
});
