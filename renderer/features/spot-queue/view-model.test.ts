import { expect, it } from "vitest";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { burnSentence, movedTo, neighbors, paceSentence } from "./view-model.ts";

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

it("says what is left of a window in dollars, and how fast it can be used", () => {
  const window = { name: "five_hour" as const, remaining_spot: 120, spot_budget: 160, sustainable_rate: 2 };
  expect(paceSentence(window)).toBe(
    "5 hours: about $120.00 of $160.00 left for spot sessions, enough for $2.00 per minute until the reset",
  );
  expect(paceSentence({ ...window, sustainable_rate: null })).toBe(
    "5 hours: about $120.00 of $160.00 left for spot sessions",
  );
});

it("says what sessions use, and what nobody knows of it", () => {
  expect(burnSentence({ fleet_burn_rate: 0.5, candidate_burn_rate: 0.0042 })).toBe(
    "Running sessions use $0.50 per minute; one more would use $0.0042.",
  );
  expect(burnSentence({ fleet_burn_rate: 0, candidate_burn_rate: null })).toBe(
    "Running sessions use $0.00 per minute; one more would use an unknown amount.",
  );
});
