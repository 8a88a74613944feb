import { describe, expect, it } from "vitest";
import { ApiError } from "../../lib/api-error.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { actionsFor, describeSessions, hasQuestion, visibilityToRestore } from "./actions.ts";
import { lossOf, plainMessage } from "./refusals.ts";
import { runBatch } from "./run-batch.ts";

const idsFor = (...sessions: Parameters<typeof actionsFor>[0]) => actionsFor(sessions).map(({ id }) => id);

describe("the available actions", () => {
  it.each([
    ["archived", ["unarchive", "favorite", "set_category", "delete"]],
    [
      "running",
      [
        "archive",
        "favorite",
        "snooze",
        "hide",
        "set_category",
        "pause",
        "restart",
        "sleep",
        "refresh",
        "spot",
        "delete",
      ],
    ],
    [
      "failed",
      ["archive", "favorite", "snooze", "hide", "set_category", "restart", "refresh", "spot", "delete"],
    ],
  ] as const)("of a session in status %s", (status, expected) => {
    expect(idsFor(someSession({ status }))).toEqual(expected);
  });

  it("of several sessions are available for any of them", () => {
    const ids = idsFor(someSession({ favorited: true }), someSession({ visibility: "hidden" }));
    expect(ids).toEqual(expect.arrayContaining(["favorite", "unfavorite", "hide", "show"]));
  });

  it("include pausing an agent that waits for an answer", () => {
    const session = someSession({ status: "needs_input", running_job_id: "7" });
    expect(hasQuestion(session)).toBe(true);
    expect(idsFor(session)).toContain("pause");
  });
});

it("names one session by its title and several by their number", () => {
  expect(describeSessions([someSession()])).toBe("“Mend the gate”");
  expect(describeSessions([someSession(), someSession()])).toBe("2 sessions");
});

it("restores the visibility of a session, and a snooze to the same time", () => {
  expect(visibilityToRestore(someSession({ visibility: "hidden" }))).toEqual({ visibility: "hidden" });
  const snoozed = someSession({ visibility: "snoozed", snoozed_until: "2031-05-20T07:00:00Z" });
  expect(visibilityToRestore(snoozed)).toEqual({
    visibility: "snoozed",
    snoozed_until: "2031-05-20T07:00:00",
    timezone: "UTC",
  });
});

describe("a refusal to archive", () => {
  const session = someSession();

  it("says what would be lost", () => {
    expect(lossOf({ reason: "Queued messages would be discarded" })).toBe("queue");
    expect(lossOf({ reason: "A turn is in flight" })).toBe("turn");
    expect(lossOf({ reason: "Not Found" })).toBeNull();
  });

  it.each([
    "End the turn or send force to discard them.",
    "Let them be delivered, or send force to discard them.",
  ])("is shown without the advice for API callers: %s", (advice) => {
    const message = `1 message is queued for the session: "Go". ${advice}`;
    const refusal = { session, reason: "Queued messages would be discarded", message };
    expect(plainMessage(refusal)).toBe('1 message is queued for the session: "Go".');
  });
});

describe("runBatch", () => {
  it("runs for every session, even after a refusal", async () => {
    const sessions = [1, 2, 3, 4, 5, 6].map((id) => someSession({ id }));
    const counts: number[] = [];
    const refusal = new ApiError({ status: 422, error: "Cannot", messages: ["No.", "Never."] });
    const run = async ({ id }: { id: number }) => {
      if (id === 2) throw refusal;
    };
    const { done, refusals } = await runBatch(sessions, run, (count) => void counts.push(count));
    expect(new Set(done.map(({ id }) => id))).toEqual(new Set([1, 3, 4, 5, 6]));
    expect(refusals).toMatchObject([{ session: { id: 2 }, reason: "Cannot", message: "No. Never." }]);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
