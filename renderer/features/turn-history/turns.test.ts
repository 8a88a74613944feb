import { expect, it } from "vitest";
import type { Turn } from "../../../server/domains/turns/turns/model.ts";
import { text } from "./text.ts";
import { turnDurations, turnStatus } from "./turns.ts";

const turn: Turn = {
  id: 1,
  kind: "follow_up",
  state: "ended",
  outcome: "completed",
  retries: 0,
  created_at: "2026-11-20T10:00:00Z",
  started_at: "2026-11-20T10:00:05Z",
  ended_at: "2026-11-20T10:01:07Z",
};

it("says how a turn ended", () => {
  expect([text.turnKinds[turn.kind], turnStatus(turn)]).toEqual([
    "Follow-up",
    { label: "Finished", tone: "quiet" },
  ]);
  expect(turnStatus({ state: "running", outcome: null }).tone).toBe("running");
  expect(turnStatus({ state: "ended", outcome: "killed" }).tone).toBe("failed");
  expect(turnStatus({ state: "ended", outcome: "of_late" })).toEqual({ label: "of late", tone: "quiet" });
});

it("says how long a turn waited and took, or has taken so far", () => {
  const now = Date.parse("2026-11-20T10:00:10Z");
  expect(turnDurations(turn, now)).toEqual({ waited: "5.0 s", took: "1 min 2 s" });
  expect(turnDurations({ ...turn, ended_at: null }, now).took).toBe("5.0 s");
  expect(turnDurations({ ...turn, ended_at: turn.started_at }, now).took).toBe("under 1 s");
  expect(turnDurations({ ...turn, started_at: null, ended_at: null }, now)).toEqual({
    waited: "10.0 s",
    took: null,
  });
  const unstarted = { ...turn, started_at: null, ended_at: "2026-11-20T10:00:03Z" };
  expect(turnDurations(unstarted, now)).toEqual({ waited: "3.0 s", took: null });
});
