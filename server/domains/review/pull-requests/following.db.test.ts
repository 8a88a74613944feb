import { describe, expect, it } from "vitest";
import type { Comment } from "./feedback-rules.ts";
import type { Snapshot } from "./github.ts";
import {
  opening,
  openPullRequestBed,
  openSnapshot,
  type PullRequestBed,
  urlOf,
} from "./pull-request-test-bed.ts";

const minute = 60_000;
const acme = { owner: "acme", repo: "site" };
const fork = { gitRoot: "https://github.com/ada/site.git" };

const secret: Comment = {
  author: "ada",
  association: "OWNER",
  body: "What only the owner may read",
  url: "https://github.com/acme/site/pull/7#c",
  place: null,
  at: 5 * minute,
};

/** A red pull request with a comment. */
const told: Snapshot = { ...openSnapshot, ci: "fail", comments: [secret], hostNow: 10 * minute };

async function withRed(session: Parameters<PullRequestBed["addSession"]>[0]) {
  const bed = await openPullRequestBed();
  const id = bed.addSession(session);
  bed.shown.set(7, told);
  bed.hub.failures = [
    { name: "test", conclusion: "failure", url: null, summary: "1 failed", lines: [], at: 5 * minute },
  ];
  await bed.opens(id, 7);
  bed.clock.at += 8 * minute;
  await bed.read();
  return { bed, id, [Symbol.asyncDispose]: () => bed[Symbol.asyncDispose]() };
}

const followed = ({ database }: PullRequestBed): unknown =>
  database.sql.prepare("SELECT followed FROM session_pull_requests ORDER BY session_id").pluck().all();

describe("a pull request of another repository", () => {
  it.each([
    ["a repository elsewhere", "https://git.example/acme/site.git"],
    ["a repository of the same name of somebody else", "git@github.com:ada/site.git"],
    ["a repository of this machine without remotes on GitHub", "/srv/site"],
    ["no repository", null],
  ])("is a link that is neither read nor told to a session of %s", async (_title, gitRoot) => {
    await using one = await withRed({ gitRoot });
    const { bed, id } = one;
    expect([bed.asked, bed.posted]).toEqual([[], []]);
    expect(bed.hub.looked.filter((name) => name.startsWith("acme/"))).toEqual([]);
    expect(bed.notes.at(-1)).toMatch(/pull\/7 is in a repository that this session was not cloned from/);
    expect(bed.pullRequests.ofSession(id).pull_requests).toMatchObject([
      { url: urlOf(7), state: null, title: null, ci: null, read_at: null, problem: null, link_only: true },
    ]);
    expect(await bed.read()).toBeUndefined();
  });

  it("stays one for a session that names what another session follows", async () => {
    await using one = await withRed({});
    const { bed, id } = one;
    const other = bed.addSession({ gitRoot: "/srv/other" });
    await bed.opens(other, 7);
    const before = bed.posted.filter(({ sessionId }) => sessionId === id).length;
    bed.clock.at += minute;
    bed.shown.set(7, { ...told, state: "merged", mergeSha: "c0ffee", mergedAt: 10 * minute });
    await bed.read();
    expect(bed.posted.filter(({ sessionId }) => sessionId === other)).toEqual([]);
    expect(bed.posted.filter(({ sessionId }) => sessionId === id)).toHaveLength(before + 1);
    expect(bed.pullRequests.states(other)).toMatchObject([{ state: null, ci: null, hasConflict: false }]);
    expect(bed.pullRequests.opened([id, other]).get(other)).toMatchObject([{ title: null, link_only: true }]);
  });

  it("stops being read if it was read before, and the next look says so", async () => {
    await using one = await withRed({});
    const { bed, id } = one;
    bed.sessions.write(bed.row(id), { gitRoot: "https://git.example/acme/site.git" });
    bed.database.sql.exec("UPDATE session_pull_requests SET followed = NULL");
    const asked = bed.asked.length;
    bed.pullRequests.resume();
    await bed.read();
    bed.clock.at += minute;
    await bed.read();
    expect([bed.asked.length, followed(bed)]).toEqual([asked, [0]]);
    expect(bed.notes.at(-1)).toMatch(/kept as a link and not read/);
  });
});

describe("a pull request of the repository that was cloned", () => {
  it.each([
    ["https", "https://github.com/Acme/Site.git"],
    ["ssh", "ssh://git@github.com/acme/site"],
    ["a short form", "git@github.com:acme/site.git"],
  ])("is read by its address over %s, and told from its first sighting on", async (_title, gitRoot) => {
    await using one = await withRed({ gitRoot });
    expect(one.bed.asked).toEqual([[7]]);
    expect(one.bed.posted.map(({ origin }) => origin).toSorted()).toEqual([
      "automated_checks_failed",
      "automated_review_comments",
    ]);
  });

  it("is read by a remote that a repository of this machine had when it was cloned", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ gitRoot: "/srv/site" });
    bed.hub.remotes.set("/srv/site", ["../elsewhere", "acme/site", "git@github.com:acme/site.git"]);
    bed.pullRequests.onCloned({ sessionId: id });
    expect(bed.queued()).toEqual(["pull_requests.origins +0"]);
    await bed.pullRequests.readOrigins(id);
    bed.hub.remotes.set("/srv/site", ["git@github.com:other/secret.git"]);
    await bed.opens(id, 7);
    expect(followed(bed)).toEqual([1]);
  });

  it("says nothing of what is older than its first sighting", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession();
    await bed.opens(id, 7);
    bed.hub.failures = [
      { name: "test", conclusion: "failure", url: null, summary: "the key is", lines: [], at: 5 * minute },
      { name: "lint", conclusion: "failure", url: null, summary: "1 error", lines: [], at: 9.5 * minute },
    ];
    bed.clock.at += minute;
    bed.shown.set(7, told);
    await bed.read();
    expect(bed.posted.map(({ origin }) => origin)).toEqual(["automated_checks_failed"]);
    expect(bed.posted[0]?.content).toMatch(/lint[^]*1 error[^]*One check failed before/);
    expect(bed.posted[0]?.content).not.toMatch(/the key is|What only/);
    bed.hub.runs = [{ name: "Deploy", status: "in_progress", conclusion: null }];
    bed.clock.at += minute;
    bed.shown.set(7, { ...told, state: "merged", mergeSha: "c0ffee", mergedAt: 5 * minute });
    await bed.read();
    expect(bed.posted.at(-1)).toMatchObject({ origin: "automated_pr_merged" });
    expect(bed.posted.at(-1)?.content).not.toMatch(/Deploy|c0ffee/);
  });
});

describe("a repository with another name or a fork", () => {
  it("is followed by the name that GitHub gives it now", async () => {
    await using bed = await openPullRequestBed();
    bed.hub.repositories.set("old/site", { name: acme, parent: null });
    bed.shown.set(7, told);
    await bed.opens(bed.addSession({ gitRoot: "https://github.com/old/site" }), 7);
    await bed.read();
    expect([followed(bed), bed.asked, bed.hub.looked]).toEqual([[1], [[7]], ["old/site"]]);
  });

  it("is followed in the repository it was forked from, if the pull request comes from the fork", async () => {
    await using bed = await openPullRequestBed();
    bed.hub.repositories.set("ada/site", { name: { owner: "Ada", repo: "site" }, parent: acme });
    bed.hub.heads.set(7, { owner: "ada", repo: "site" });
    bed.hub.heads.set(8, { owner: "bob", repo: "site" });
    const id = bed.addSession(fork);
    await bed.opens(id, 7, 8, 9);
    await bed.read();
    expect([followed(bed), bed.asked]).toEqual([[1, 0, 0], [[7]]]);
    // Only what may come from the fork is looked up, and the fork once.
    expect(bed.hub.looked).toEqual(["ada/site", "acme/site#7", "acme/site#8", "acme/site#9"]);
  });

  it("leaves all else unread, and is asked for again only after a failure", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession(fork);
    bed.hub.lookUpFails = true;
    await bed.opens(id, 7);
    expect(await bed.read()).toEqual({ againAt: bed.clock.at + 5 * minute });
    await bed.read();
    expect([followed(bed), bed.hub.looked]).toEqual([[null], ["ada/site"]]);
    bed.hub.lookUpFails = false;
    bed.clock.at += 5 * minute;
    expect(await bed.read()).toBeUndefined();
    expect([followed(bed), bed.asked]).toEqual([[0], []]);
  });
});

it("keeps a claim of the agent's own words to its own repositories", async () => {
  await using bed = await openPullRequestBed();
  const id = bed.addSession({ gitRoot: "/srv/site" });
  await bed.write(id, [
    { type: "assistant", text: `Opened ${urlOf(7)}`, model: null, stopReason: null },
    ...opening(8),
  ]);
  await bed.pullRequests.scan(id);
  expect(bed.recorded()).toEqual([`${id} created 8`]);
});
