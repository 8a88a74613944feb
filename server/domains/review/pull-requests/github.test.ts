import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeGitHub, gitHubToken, startFakeGitHub } from "../../../../test/support/github.ts";
import { RateLimited } from "../../../lib/github/index.ts";
import { gitHub } from "./github.ts";
import { readLink } from "./link-rules.ts";

let fake: FakeGitHub;
const open = new AbortController().signal;
const now = 1_000_000;

beforeAll(async () => {
  fake = await startFakeGitHub();
});
afterAll(() => fake[Symbol.asyncDispose]());

const client = (apiUrl = fake.url) => gitHub({ token: gitHubToken, apiUrl, now: () => now, warn: () => {} });

function link(number: number) {
  const found = readLink(`https://github.com/acme/site/pull/${number}`);
  if (!found) throw new Error("No link");
  return found;
}

describe("GitHub", () => {
  it("is queried once for many, with an error in place of one that it does not show", async () => {
    fake.show("acme/site#1");
    fake.show("acme/site#3", { state: "MERGED", title: "Three", labels: [] });
    const asked = fake.requests.length;
    const [first, second, third] = await client().snapshots([link(1), link(2), link(3)], open);
    expect(first).toEqual({
      state: "open",
      title: "Greet",
      isDraft: false,
      headSha: "a".repeat(40),
      ci: "pass",
      labels: ["ready to merge"],
      description: { verification: true, verified: 1, unchecked: 0 },
      conflicts: false,
      mergeSha: null,
      mergedAt: null,
      hasRunningChecks: false,
      comments: [],
      ownLogin: "agent",
      hostNow: expect.any(Number),
    });
    expect(second).toMatchObject({ message: expect.stringContaining("acme/site") });
    expect(third).toMatchObject({ state: "merged", title: "Three", ci: null, mergeSha: "m".repeat(40) });
    expect(fake.requests.slice(asked)).toEqual([
      { path: "/graphql", authorization: `token ${gitHubToken}`, asked: 3, body: expect.any(String) },
    ]);
  });

  it.each([
    [{ a: "SUCCESS", b: null }, "pending"],
    [{ a: "FAILURE", b: null }, "fail"],
    [{ a: "SKIPPED", b: "SUCCESS" }, "pass"],
    [{ a: "SKIPPED" }, "skipping"],
    [{ a: "CANCELLED", b: "SUCCESS" }, "cancel"],
    [null, "none"],
  ])("combines the checks %j to %s", async (checks, ci) => {
    fake.show("acme/site#1", { checks });
    expect(await client().snapshots([link(1)], open)).toMatchObject([{ ci }]);
  });

  it.each([
    ["CONFLICTING", true],
    ["MERGEABLE", false],
    ["UNKNOWN", null],
  ] as const)("says of %s whether there are conflicts: %s", async (mergeable, conflicts) => {
    fake.show("acme/site#1", { mergeable });
    expect(await client().snapshots([link(1)], open)).toMatchObject([{ conflicts }]);
  });

  it("returns the workflow runs of a commit", async () => {
    fake.ran("c0ffee", [{ name: "Deploy", status: "in_progress", conclusion: null }]);
    expect(await client().runsOf(link(1), "c0ffee", open)).toEqual([
      { name: "Deploy", status: "in_progress", conclusion: null },
    ]);
    expect(await client().runsOf(link(1), "none", open)).toEqual([]);
  });

  it("returns who commented what, with the account of the token", async () => {
    const author = { login: "ada" };
    fake.show("acme/site#1", {
      comments: [
        { author, authorAssociation: "OWNER", body: "Why?", url: "u1", createdAt: "2026-06-01T12:00:00Z" },
      ],
      reviews: [
        {
          author,
          authorAssociation: "MEMBER",
          body: "",
          url: "u2",
          state: "COMMENTED",
          submittedAt: "2026-06-01T12:00:05Z",
          comments: {
            nodes: [
              {
                author,
                authorAssociation: "MEMBER",
                body: "Off by one",
                url: "u3",
                path: "a.ts",
                line: 7,
                createdAt: "2026-06-01T12:00:04Z",
              },
            ],
          },
        },
      ],
    });
    const at = Date.parse("2026-06-01T12:00:00Z");
    expect(await client().snapshots([link(1)], open)).toMatchObject([
      {
        ownLogin: "agent",
        comments: [
          { author: "ada", association: "OWNER", body: "Why?", url: "u1", place: null, at },
          { body: "", url: "u2", at: at + 5_000 },
          { association: "MEMBER", body: "Off by one", place: "a.ts:7", at: at + 5_000 },
        ],
      },
    ]);
  });

  it("counts what a reviewer wrote before the review was sent from when it was sent", async () => {
    const [author, authorAssociation] = [{ login: "ada" }, "MEMBER"];
    const [drafted, sent] = ["2026-06-01T12:00:00Z", "2026-06-01T12:30:00Z"];
    const line = {
      author,
      authorAssociation,
      body: "Off by one",
      url: "u",
      path: "a.ts",
      createdAt: drafted,
    };
    const review = { author, authorAssociation, body: "", url: "u", state: "COMMENTED", submittedAt: sent };
    fake.show("acme/site#1", { reviews: [{ ...review, comments: { nodes: [line] } }] });
    const [shown] = await client().snapshots([link(1)], open);
    const times = shown instanceof Error ? [] : shown?.comments.map(({ at }) => at);
    expect(times).toEqual([Date.parse(sent), Date.parse(sent)]);
  });

  it("shows the others when one is not as it should be", async () => {
    fake.show("acme/site#1");
    fake.show("acme/site#2", { comments: [{ body: 7 }] });
    expect(await client().snapshots([link(1), link(2)], open)).toMatchObject([
      { title: "Greet" },
      { message: expect.any(String) },
    ]);
  });

  it("returns what it may read of the failed checks, on every page", async () => {
    const runs = Array.from({ length: 130 }, (_, id) => ({
      id: 1_000 + id,
      name: `test ${id}`,
      conclusion: id === 129 ? "failure" : "success",
      lines: id === 129 ? [{ path: "a.ts", start_line: 7, message: "3 is not 4" }] : [],
    }));
    fake.checked("many", { runs });
    for (const path of ["/status", "/annotations"]) {
      fake.fail({ status: 403, path });
      expect(await client().failedChecks(link(1), "many", open)).toMatchObject([{ name: "test 129" }]);
    }
    fake.fail({ status: 403 });
    await expect(client().failedChecks(link(1), "many", open)).rejects.toThrow("It cannot");
    fake.fail(null);
  });

  it("returns the failed checks of a commit, with the lines that they name", async () => {
    fake.checked("bad", {
      runs: [
        {
          id: 1,
          name: "test",
          conclusion: "failure",
          completed_at: "2026-06-01T12:00:00Z",
          lines: [{ path: "a.ts", start_line: 7, message: "3 is not 4" }],
        },
        { id: 2, name: "lint", conclusion: "success" },
      ],
      statuses: [
        { context: "deploy", state: "error", target_url: "https://ci.example/1", description: "No" },
      ],
    });
    expect(await client().failedChecks(link(1), "bad", open)).toEqual([
      {
        name: "test",
        conclusion: "failure",
        url: "https://github.com/checks/1",
        summary: "test failed",
        lines: [{ place: "a.ts:7", message: "3 is not 4" }],
        at: Date.parse("2026-06-01T12:00:00Z"),
      },
      { name: "deploy", conclusion: "error", url: "https://ci.example/1", summary: "No", lines: [], at: 0 },
    ]);
  });

  it("says what a repository was forked from, where a pull request comes from, and nothing of what it hides", async () => {
    const site = { owner: "acme", repo: "site" };
    const fork = { owner: "ada", repo: "site" };
    fake.forks.set("ada/site", "acme/site");
    fake.show("acme/site#1", { head: "ada/site" });
    expect(await client().repository(fork, open)).toEqual({ name: fork, parent: site });
    expect(await client().repository(site, open)).toEqual({ name: site, parent: null });
    expect(await client().headRepository(link(1), open)).toEqual(fork);
    fake.issues.hidden.add("corp/secret");
    expect(await client().repository({ owner: "corp", repo: "secret" }, open)).toBeNull();
    expect(await client().headRepository(link(404), open)).toBeNull();
    fake.fail({ status: 500, times: 1 });
    await expect(client().repository(fork, open)).rejects.toThrow("It cannot");
  });

  it("is called at the two URLs of an Enterprise server", async () => {
    fake.show("acme/site#1");
    await client(`${fake.url}/api/v3`).snapshots([link(1)], open);
    await client(`${fake.url}/api/v3`).runsOf(link(1), "none", open);
    expect(fake.requests.slice(-2).map(({ path }) => path.replace(/\?.*$/, ""))).toEqual([
      "/api/graphql",
      "/api/v3/repos/acme/site/actions/runs",
    ]);
  });

  const date = new Date(now + 500_000).toUTCString();
  const reset = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3000", date };
  const [rest, hour] = [1_500_000, 3_600_000];
  it.each([
    ["a used-up allowance", { status: 403, headers: reset }, now + rest],
    ["too many requests", { status: 429 }, now + 60_000],
    [
      "a used-up allowance for years",
      { status: 403, headers: { ...reset, "x-ratelimit-reset": "9999999" } },
      now + hour,
    ],
    ["a wait of years", { status: 403, headers: { "retry-after": "99999999" } }, now + hour],
    ["a wait it asks for", { status: 403, headers: { "retry-after": "90" } }, now + 90_000],
    [
      "a query that costs too much",
      {
        status: 200,
        headers: reset,
        body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit" }] },
      },
      now + rest,
    ],
  ])("reports until when to wait after %s", async (_title, trouble, until) => {
    fake.fail({ ...trouble, times: 1 });
    const asked = client().snapshots([link(1)], open);
    await expect(asked).rejects.toEqual(new RateLimited(until));
    await expect(asked).rejects.toMatchObject({ until });
  });

  it.each([{ status: 500 }, { status: 403 }, { status: 200, body: { data: 7 } }])(
    "throws what is no answer, and no limit: %j",
    async (trouble) => {
      fake.fail({ ...trouble, times: 1 });
      await expect(client().snapshots([link(1)], open)).rejects.not.toBeInstanceOf(RateLimited);
    },
  );

  it("is not awaited once the service stops", async () => {
    const stopping = new AbortController();
    stopping.abort();
    await expect(client().snapshots([link(1)], stopping.signal)).rejects.toThrow(/abort/i);
  });
});
