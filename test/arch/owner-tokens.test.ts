import { expect, it } from "vitest";
import { importersOf, type Sources } from "./process-imports.ts";
import { filesBelow, textOf } from "./tree.ts";

const isTest = /\.test\.ts$|[.-]test-(data|bed)\.ts$/;
const sources: Sources = Object.fromEntries(
  filesBelow("server")
    .filter((file) => file.endsWith(".ts") && !isTest.test(file))
    .map((file) => [file, textOf(file)]),
);
const domains = "server/domains";

/** The files that call this, but for the one that defines it. */
const callersOf = (given: Sources, name: string): string[] =>
  Object.keys(given).filter((file) => new RegExp(`(?<!function )\\b${name}\\(`).test(given[file] ?? ""));

// What an agent or a message names is not enough to read it with these: a new caller needs a rule that says what may be read.
it("the owner's token for GitHub is used by exactly these modules", () => {
  expect(callersOf(sources, "gitHubClient")).toEqual([
    // What the conditions name that a person or a key of the owner's made.
    `${domains}/automation/code-host/github.ts`,
    // What a session follows (following.ts).
    `${domains}/review/pull-requests/github.ts`,
  ]);
  expect(importersOf(sources, ["@octokit/core"])).toEqual({
    "server/lib/github/client.ts": ["@octokit/core"],
  });
});

it("the bot token for Slack is used by exactly this module", () => {
  expect(callersOf(sources, "slackClient")).toEqual([`${domains}/automation/chat/slack.ts`]);
  expect(importersOf(sources, ["@slack/web-api"])).toEqual({
    [`${domains}/automation/chat/slack-client.ts`]: ["@slack/web-api"],
  });
});

it("a planted caller is reported", () => {
  const planted = { "server/domains/group/planted.ts": "const { call } = gitHubClient(access);" };
  expect(callersOf(planted, "gitHubClient")).toEqual(["server/domains/group/planted.ts"]);
});
