import { describe, expect, it } from "vitest";
import { type Candidate, decideMerge, type EarlierWord } from "./merging-rules.ts";

const url = "https://github.com/acme/site/pull/7";
const green: Candidate = { url, state: "open", ci: "pass" };
const decide = (more: { status?: string; candidate?: Candidate | null; earlier?: EarlierWord | null } = {}) =>
  decideMerge({ status: "needs_input", candidate: green, earlier: null, ...more });

describe("the word to merge", () => {
  it.each(["needs_input", "running", "waiting"])("is sent for what is open and green while %s", (status) => {
    expect(decide({ status })).toEqual({ kind: "send", url });
  });

  it.each<[Partial<Candidate>, RegExp]>([
    [{ state: "merged" }, /merged already/],
    [{ state: "closed" }, /is closed/],
    [{ state: null }, /not read/],
    [{ ci: "pending" }, /under way/],
    [{ ci: "fail" }, /fail/],
    [{ ci: "none" }, /not known/],
    [{ ci: null }, /not known/],
  ])("is refused for %j", (more, sentence) => {
    const decision = decide({ candidate: { ...green, ...more } });
    expect(decision).toMatchObject({ kind: "refuse", outcome: "not_mergeable" });
    expect(decision).toHaveProperty("sentence", expect.stringMatching(sentence));
  });

  it("is refused where no pull request was opened", () => {
    expect(decide({ candidate: null })).toMatchObject({ kind: "refuse", outcome: "not_mergeable" });
  });

  it.each(["archived", "failed"])("cannot be delivered to a session that is %s", (status) => {
    expect(decide({ status })).toMatchObject({ kind: "refuse", outcome: "undeliverable" });
  });
});

describe("a word that was given before", () => {
  it.each<[EarlierWord["message"], string]>([
    ["pending", "running"],
    ["processing", "running"],
    ["sent", "running"],
  ])("holds while its message is %s and the session %s", (message, status) => {
    expect(decide({ status, earlier: { message } })).toEqual({ kind: "already_sent", url });
  });

  it.each<[EarlierWord["message"], string]>([
    ["sent", "needs_input"],
    ["undelivered", "needs_input"],
    [null, "running"],
  ])("has lapsed when its message is %s and the session %s", (message, status) => {
    expect(decide({ status, earlier: { message } })).toEqual({ kind: "send", url });
  });
});
