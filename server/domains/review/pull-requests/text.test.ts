import { describe, expect, it } from "vitest";
import { text } from "./text.ts";

const { conflictMessage, mergedMessage } = text;

const url = "https://github.com/acme/site/pull/7";
const merged = { url, mergeSha: "c0ffee", runs: null, stillOpen: [] };
const done = { name: "Test", status: "completed", conclusion: "success" };
const running = { name: "Deploy", status: "in_progress", conclusion: null };
const failed = { name: "Lint", status: "completed", conclusion: "failure" };

describe("the message on a merge", () => {
  it("says that it is automatic, which pull request it is about, and what to do next", () => {
    const message = mergedMessage({ ...merged, stillOpen: [`${url}1`] });
    expect(message).toMatch(/^\[Signalbox\] This is an automatic message, not a person: /);
    for (const part of [
      url,
      "continue with what comes after it",
      "archive this session",
      `Still open: ${url}1`,
    ])
      expect(message).toContain(part);
    expect(message).not.toContain("c0ffee");
  });

  it.each([
    ["no runs yet", [], /List the commit's runs once yourself/],
    ["runs in progress", [done, running], /still in progress: Deploy\. Sleep about two minutes/],
    ["runs that failed", [done, failed], /did not succeed: Lint \(failure\)\. Find out why/],
    ["both", [failed, running], /Lint \(failure\)[^]*Deploy/],
    ["all good", [done, { ...done, conclusion: "skipped" }], /nothing to wait for/],
    ["a name of several lines", [{ ...running, name: "a\nb" }], /: a b\. Sleep/],
  ])("covers %s", (_title, runs, expected) => {
    expect(mergedMessage({ ...merged, runs })).toMatch(expected);
  });
});

it("reports conflicts, and says that they may be gone", () => {
  expect(conflictMessage(url)).toMatch(
    /^\[Signalbox\] This is an automatic message.*\/pull\/7.*conflicts[^]*do nothing/,
  );
});
