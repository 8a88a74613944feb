import { expect, it } from "vitest";
import type { Turn } from "../../../server/domains/sessions/turns/model.ts";
import { reasonWords, spans, standing } from "./view-model.ts";

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

it("says why a turn began and how it ended", () => {
  expect([reasonWords(turn), standing(turn)]).toEqual(["Follow-up", { words: "Finished", tone: "rest" }]);
  expect(standing({ state: "running", outcome: null }).tone).toBe("running");
  expect(standing({ state: "ended", outcome: "killed" }).tone).toBe("failed");
  expect(standing({ state: "ended", outcome: "of_late" })).toEqual({ words: "of late", tone: "rest" });
});

it("says how long a turn waited and took, as far as it got", () => {
  const now = Date.parse("2026-11-20T10:00:10Z");
  expect(spans(turn, now)).toEqual({ waited: "5.0 s", took: "1 min 2 s" });
  expect(spans({ ...turn, ended_at: null }, now).took).toBe("5.0 s");
  expect(spans({ ...turn, ended_at: turn.started_at }, now).took).toBe("under 1 s");
  expect(spans({ ...turn, started_at: null, ended_at: null }, now)).toEqual({ waited: "10.0 s", took: null });
  const unstarted = { ...turn, started_at: null, ended_at: "2026-11-20T10:00:03Z" };
  expect(spans(unstarted, now)).toEqual({ waited: "3.0 s", took: null });
});
