import examples from "@octokit/webhooks-examples";
import { expect, it } from "vitest";
import { type GitHubEvent, isGitHubEvent, isOfEvent } from "./event-rules.ts";

const events = examples.map(({ name }) => name).filter((name) => isGitHubEvent(name));

it.each(events)(
  "knows every sample of %s by its body, and no sample of another event",
  (event: GitHubEvent) => {
    const taken = examples.flatMap(({ name, examples: payloads }) =>
      payloads.map((payload) => ({ name, isTaken: isOfEvent(event, { ...payload }) })),
    );
    expect(taken.filter(({ name, isTaken }) => isTaken !== (name === event))).toEqual([]);
  },
);

it("has samples of all events that are acted on", () => {
  expect(events.toSorted()).toEqual([
    "check_run",
    "check_suite",
    "issue_comment",
    "issues",
    "pull_request",
    "pull_request_review",
    "pull_request_review_comment",
    "status",
  ]);
});

it.each([{}, { issue: null }, { __proto__: { issue: {} } }])("takes %j for no event", (body) => {
  for (const event of events) expect(isOfEvent(event, body)).toBe(false);
});
