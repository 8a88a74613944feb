import { describe, expect, it } from "vitest";
import { type Candidate, decideMerge, type EarlierRequest } from "./merging-rules.ts";
import { text } from "./text.ts";

const url = "https://github.com/acme/site/pull/7";
const green: Candidate = { url, state: "open", ci: "pass", followed: true };
const decide = (
  more: { status?: string; candidate?: Candidate | null; earlier?: EarlierRequest | null } = {},
) => decideMerge({ status: "needs_input", candidate: green, earlier: null, ...more });

describe("a request to merge", () => {
  it.each(["needs_input", "running", "waiting"])(
    "is sent for an open, green pull request while the session is %s",
    (status) => {
      expect(decide({ status })).toEqual({ kind: "send", url });
    },
  );

  it.each<[Partial<Candidate>, RegExp]>([
    [{ state: "merged" }, /already merged/],
    [{ state: "closed" }, /is closed/],
    [{ state: null }, /not been read/],
    [{ ci: "pending" }, /still running/],
    [{ ci: "fail" }, /fail/],
    [{ ci: "none" }, /not known/],
    [{ ci: null }, /not known/],
    [{ state: null, ci: null, followed: false }, /not cloned from/],
  ])("is refused for %j", (more, sentence) => {
    const decision = decide({ candidate: { ...green, ...more } });
    expect(decision).toMatchObject({ kind: "refuse", outcome: "not_mergeable" });
    if (decision.kind !== "refuse") throw new Error("The merge was not refused");
    expect(text.mergeRefused(decision.obstacle)).toMatch(sentence);
  });

  it("is refused if the session has not opened a pull request", () => {
    expect(decide({ candidate: null })).toMatchObject({ kind: "refuse", outcome: "not_mergeable" });
  });

  it.each(["archived", "failed"])("cannot be delivered to a session that is %s", (status) => {
    expect(decide({ status })).toMatchObject({ kind: "refuse", outcome: "undeliverable" });
  });
});

describe("an earlier request", () => {
  it.each<[EarlierRequest["message"], string]>([
    ["pending", "running"],
    ["processing", "running"],
    ["sent", "running"],
  ])("is in effect while its message is %s and the session is %s", (message, status) => {
    expect(decide({ status, earlier: { message } })).toEqual({ kind: "already_sent", url });
  });

  it.each<[EarlierRequest["message"], string]>([
    ["sent", "needs_input"],
    ["undelivered", "needs_input"],
    [null, "running"],
  ])("has lapsed if its message is %s and the session is %s", (message, status) => {
    expect(decide({ status, earlier: { message } })).toEqual({ kind: "send", url });
  });
});
