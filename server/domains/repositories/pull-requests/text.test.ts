import { describe, expect, it } from "vitest";
import { conflictMessage, mergedMessage } from "./text.ts";

const url = "https://github.com/acme/site/pull/7";
const merged = { url, mergeSha: "c0ffee", runs: null, stillOpen: [] };
const done = { name: "Test", status: "completed", conclusion: "success" };
const running = { name: "Deploy", status: "in_progress", conclusion: null };
const failed = { name: "Lint", status: "completed", conclusion: "failure" };

describe("the message on a merge", () => {
  it("says that a machine wrote it, which pull request it is of, and what may come next", () => {
    const text = mergedMessage({ ...merged, stillOpen: [`${url}1`] });
    expect(text).toMatch(/^\[Signalbox\] This is an automatic message, not a person: /);
    for (const part of [
      url,
      "go on with what comes after it",
      "archive this session",
      `Still open are ${url}1`,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("c0ffee");
  });

  it.each([
    ["no run yet", [], /List its runs once yourself/],
    ["runs that are not over", [done, running], /Still under way .*: Deploy\. Sleep about two minutes/],
    ["runs that failed", [done, failed], /Not successful .*: Lint \(failure\)\. Find out why/],
    ["both", [failed, running], /Lint \(failure\)[^]*Deploy/],
    ["all good", [done, { ...done, conclusion: "skipped" }], /nothing to wait for/],
    ["a name of several lines", [{ ...running, name: "a\nb" }], /: a b\. Sleep/],
  ])("speaks of %s", (_title, runs, expected) => {
    expect(mergedMessage({ ...merged, runs })).toMatch(expected);
  });
});

it("tells of conflicts, and that they may be gone", () => {
  expect(conflictMessage(url)).toMatch(
    /^\[Signalbox\] This is an automatic message.*\/pull\/7.*conflicts[^]*do nothing/,
  );
});
