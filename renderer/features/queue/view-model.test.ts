import { describe, expect, it } from "vitest";
import type { EnqueuedMessage } from "../../../server/domains/turns/messages/model.ts";
import { text } from "./text.ts";
import { queueEntries, withMessageMoved, withPickedUp } from "./view-model.ts";

const message = (id: number, changes: Partial<EnqueuedMessage> = {}): EnqueuedMessage => ({
  id,
  session_id: 1,
  content: "Go on",
  goal: null,
  position: id,
  status: "pending",
  origin: "caller",
  attachments: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  ...changes,
});

describe("queueEntries", () => {
  it("moves a message to its neighbor's position, and nowhere at the ends", () => {
    const moves = queueEntries([message(1), message(2), message(3)]).map(({ up, down }) => [up, down]);
    expect(moves).toEqual([
      [null, 2],
      [1, 3],
      [2, null],
    ]);
  });

  it("keeps a message that is being delivered first", () => {
    const [first, second] = queueEntries([message(2), message(1, { status: "processing" })]);
    expect(first).toMatchObject({ lockedAs: "processing", up: null, down: null });
    expect(second).toMatchObject({ lockedAs: null, up: null });
  });

  it("omits sent messages", () => {
    expect(queueEntries([message(1, { status: "sent" })])).toEqual([]);
  });
});

it("labels automatic messages", () => {
  expect(text.origins.caller).toBeNull();
  expect(text.origins.automated_pr_merged).toContain("Automatic");
});

describe("a moved message", () => {
  const queue = [message(1, { status: "processing" }), message(2), message(3), message(4)];
  const places = queueEntries(queue);

  it("gets the position of its new place", () => {
    expect(withMessageMoved(queue, 4, 0).map(({ id, position }) => [id, position])).toEqual([
      [1, 1],
      [4, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(withMessageMoved(queue, 9, 0)).toEqual(queue);
  });

  it("is shown among the pending messages while it is picked up", () => {
    const place = (index: number) => ({ section: "queue", index });
    const pickedUp = { id: 2, ids: [2], to: place(2) };
    expect(withPickedUp(places, pickedUp).map((entry) => entry.message.id)).toEqual([1, 3, 4, 2]);
    expect(withPickedUp(places, null)).toBe(places);
  });
});
