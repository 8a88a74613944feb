import { describe, expect, it } from "vitest";
import type { Glance } from "../../../../server/domains/sessions/wait-reasons/model.ts";
import { someSession } from "../../sessions/session.test-data.ts";
import { chipsOf, subtitleOf } from "./row-chips.ts";

/** By the clock here, whose days the words go by. */
const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();
const now = Date.parse(at(1, 12));
const labels = (...changes: Parameters<typeof someSession>) =>
  chipsOf(someSession(...changes), now, undefined).map(({ label }) => label);

describe("a row's chips", () => {
  it("say that the agent is waiting for an answer", () => {
    expect(labels({ status: "needs_input", running_job_id: "3" })).toEqual(["Question"]);
    expect(labels({ status: "running", running_job_id: "3" })).toEqual([]);
  });

  it.each([
    ["question", "Question"],
    ["review", "Review"],
    ["done", "Done"],
    ["idle", "Idle"],
  ] as const)("say that it waits for %s, with the reason", (kind, label) => {
    const attention = { kind, reason: "Which one?", said: null, since: "", corrected: false };
    expect(chipsOf(someSession({ attention }), now, undefined)).toEqual([
      { kind, label, tip: "Which one?", action: null },
    ]);
  });

  it("say why a session waits", () => {
    expect(labels({ status: "waiting", job_id: "3" })).toEqual(["A turn is queued"]);
  });

  it("give one reason with its action, in local time", () => {
    const why = (changes: Partial<Glance>) => {
      const waiting = {
        key: "pending_wake",
        label: "Asleep",
        action: null,
        until: null,
        ...changes,
      } as const;
      const session = someSession({ status: "waiting", job_id: "3" });
      return chipsOf(session, now, { waiting, pull_requests: [], cost: null });
    };
    expect(why({})).toEqual([{ kind: "wait", label: "Asleep", action: null }]);
    expect(why({ until: at(1, 13) })[0]?.label).toMatch(/^Asleep until \d/);
    const action = { kind: "open_in_browser", label: "Connectors", path: "/settings/connectors" } as const;
    expect(why({ key: "mcp_oauth_required", action })[0]?.action).toEqual({
      kind: "open",
      label: "Connectors",
      path: "/settings/connectors",
    });
    expect(why({ action: { ...action, path: "//evil.test" } })[0]?.action).toBeNull();
  });

  it.each([
    ["pending_wake", "Waking now", /^Wake-up overdue since \d/],
    ["queued_turn", "Retrying now", /^Retry overdue since \d/],
    ["spot_hold", "Held, due now", /^Held, overdue since \d/],
  ] as const)("tell of %s no longer as something to come once its moment has passed", (key, due, overdue) => {
    const glance = { key, label: "Held", action: null, until: at(1, 12) } as const;
    const after = (ms: number) => {
      const facts = { waiting: glance, pull_requests: [], cost: null };
      return chipsOf(someSession({ status: "waiting", job_id: "3" }), now + ms, facts)[0];
    };
    expect(after(0)?.label).toBe(due);
    expect(after(60_000)?.label).toBe(due);
    expect(after(60_001)?.label).toMatch(overdue);
    expect(after(60_001)?.at).toContain("2026");
  });

  it("link to the settings that fix a failure", () => {
    const failed = someSession({ status: "failed", failure_reason: "catalog_entry_gone" });
    expect(chipsOf(failed, now, undefined)[0]?.action).toMatchObject({ path: "/settings/catalog" });
  });

  it("say that it is off the board, and until when", () => {
    expect(labels({ visibility: "hidden" })).toEqual(["Hidden"]);
    const until = { visibility: "snoozed", snoozed_until: at(9, 12) } as const;
    expect(labels(until)[0]).toMatch(/^Snoozed until .*9/);
    expect(labels({ ...until, snoozed_until: at(1, 11) })).toEqual([]);
  });
});

it("shows a failure instead of the summary", () => {
  const failed = someSession({ status: "failed", failure_reason: "repository_unsafe" });
  expect(subtitleOf(failed, "All is well")).toBe("The repository is in a folder that agents can change");
  expect(subtitleOf(someSession(), "All is well")).toBe("All is well");
  expect(subtitleOf(someSession(), undefined)).toBeNull();
  const attention = (kind: "question" | "review" | "done", said: string | null = null) =>
    someSession({ attention: { kind, reason: "Why", said, since: "", corrected: false } });
  expect(subtitleOf(attention("question"), "All is well")).toBe("Why");
  expect(subtitleOf(attention("review"), "All is well")).toBe("All is well");
  expect(subtitleOf(attention("review"), undefined)).toBe("Why");
  expect(subtitleOf(attention("done"), undefined)).toBeNull();
  expect(subtitleOf(attention("question", "Two ways are open."), undefined)).toBe("Why");
  expect(subtitleOf(attention("review", "Fixed it."), "All is well")).toBe("All is well");
  expect(subtitleOf(attention("review", "Fixed it."), undefined)).toBe("Fixed it.");
  expect(subtitleOf(attention("done", "Fixed it."), undefined)).toBe("Fixed it.");
});
