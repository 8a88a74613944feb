import { describe, expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { chipsOf, lineOf } from "./row-words.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const labels = (...changes: Parameters<typeof someSession>) =>
  chipsOf(someSession(...changes), now).map(({ label }) => label);

describe("a row's chips", () => {
  it("say that the agent waits for an answer", () => {
    expect(labels({ status: "needs_input", running_job_id: "3" })).toEqual(["Has a question"]);
    expect(labels({ status: "running", running_job_id: "3" })).toEqual([]);
  });

  it("say why a session waits", () => {
    expect(labels({ status: "waiting", job_id: "3" })).toEqual(["A turn is queued"]);
  });

  it("say that it lies off the board, and until when", () => {
    expect(labels({ visibility: "hidden" })).toEqual(["Hidden"]);
    const until = { visibility: "snoozed", snoozed_until: "2026-03-09T12:00:00Z" } as const;
    expect(labels(until)[0]).toMatch(/^Snoozed until .*9/);
    expect(labels({ ...until, snoozed_until: "2026-03-01T11:00:00Z" })).toEqual([]);
  });
});

it("puts a failure before the summary", () => {
  const failed = someSession({ status: "failed", failure_reason: "clone_removed" });
  expect(lineOf(failed, "All is well")).toBe("The clone is gone");
  expect(lineOf(someSession(), "All is well")).toBe("All is well");
  expect(lineOf(someSession(), undefined)).toBeNull();
});
