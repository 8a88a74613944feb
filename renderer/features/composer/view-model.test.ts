import { describe, expect, it } from "vitest";
import { decideDelivery, lengthText } from "./view-model.ts";

const waiting = {
  status: "waiting",
  job_id: null,
  running_job_id: null,
  deliberate_sleep_at: null,
  prompt: "Do it",
  cloning: null,
} as const;

describe("decideDelivery", () => {
  it.each([
    ["queues while a turn runs", { ...waiting, status: "running" }, "queue"],
    ["delivers to a session that needs input", { ...waiting, status: "needs_input" }, "now"],
    [
      "queues while the agent waits for an answer",
      { ...waiting, status: "needs_input", running_job_id: "9" },
      "queue",
    ],
    ["wakes a sleeper", { ...waiting, deliberate_sleep_at: "2026-01-01T00:00:00Z", job_id: null }, "now"],
    ["queues behind a turn that waits", { ...waiting, job_id: "9" }, "queue"],
    ["starts a session that never began", waiting, "now"],
    ["is kept for a failed session", { ...waiting, status: "failed" }, "keep"],
    ["is refused by an archived session", { ...waiting, status: "archived" }, "blocked"],
  ] as const)("%s", (_title, session, kind) => {
    expect(decideDelivery(session).kind).toBe(kind);
  });

  it("can interrupt a turn only once its agent has begun", () => {
    const interruptible = (session: Parameters<typeof decideDelivery>[0]) => {
      const delivery = decideDelivery(session);
      return delivery.kind === "queue" && delivery.interruptible;
    };
    const cloning = { step: "receiving", percent: 3, since: "2026-01-01T00:00:00Z" } as const;
    expect(interruptible({ ...waiting, status: "running" })).toBe(true);
    expect(interruptible({ ...waiting, status: "running", cloning })).toBe(false);
    expect(interruptible({ ...waiting, job_id: "9" })).toBe(false);
    expect(interruptible({ ...waiting, status: "needs_input", running_job_id: "9" })).toBe(true);
  });
});

it.each([
  [399_999, null],
  [400_000, "400,000 of 500,000 characters."],
  [500_000, "500,000 of 500,000 characters."],
  [500_001, "500,001 characters; the limit is 500,000."],
])("shows %i characters as %j when the limit is near", (length, words) => {
  expect(lengthText(length)).toBe(words);
});
