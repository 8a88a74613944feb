import { describe, expect, it } from "vitest";
import { RateLimited } from "../../../lib/github/index.ts";
import type { Snapshot } from "./github.ts";
import { openPullRequestBed, openSnapshot, type PullRequestBed, urlOf } from "./pull-request-test-bed.ts";

const merged: Snapshot = { ...openSnapshot, state: "merged", ci: null, mergeSha: "c0ffee", mergedAt: 0 };
const minute = 60_000;

/** A session that opened pull request 7, which GitHub shows. */
async function withOne(session: Parameters<PullRequestBed["addSession"]>[0] = {}) {
  const bed = await openPullRequestBed();
  const id = bed.addSession(session);
  bed.shown.set(7, openSnapshot);
  await bed.opens(id, 7);
  return { bed, id, [Symbol.asyncDispose]: () => bed[Symbol.asyncDispose]() };
}

const pollError = (bed: PullRequestBed) =>
  bed.database.sql.prepare("SELECT poll_error FROM pull_requests").pluck().get() as string | null;
const readings = ({ queued }: PullRequestBed) =>
  queued().filter((job) => job.startsWith("pull_requests.read"));

describe("reading pull requests", () => {
  it("has no job and sends no request while none is recorded, or without a token", async () => {
    await using none = await openPullRequestBed();
    none.pullRequests.resume();
    expect(await none.read()).toBeUndefined();
    await using bed = await openPullRequestBed({ token: false });
    await bed.opens(bed.addSession(), 7);
    bed.pullRequests.resume();
    expect(await bed.read()).toBeUndefined();
    expect([...readings(none), ...readings(bed), ...none.asked, ...bed.asked]).toEqual([]);
  });

  it("starts when one is recorded, and continues after a crash", async () => {
    await using one = await withOne();
    const { bed } = one;
    expect(readings(bed)).toEqual(["pull_requests.read +0"]);
    bed.database.sql.exec("DELETE FROM jobs");
    bed.pullRequests.resume();
    bed.pullRequests.resume();
    expect(readings(bed)).toEqual(["pull_requests.read +0"]);
  });

  it("reads each once, and again when it is due", async () => {
    await using one = await withOne();
    const { bed } = one;
    expect(await bed.read()).toEqual({ againAt: bed.clock.at + 30_000 });
    bed.clock.at += 29_999;
    await bed.read();
    expect(bed.asked).toEqual([[7]]);
    bed.clock.at += 1;
    await bed.read();
    expect(bed.asked).toEqual([[7], [7]]);
  });

  it("reads a pull request of two sessions once, and 25 in one query", async () => {
    await using bed = await openPullRequestBed();
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
    await bed.opens(bed.addSession(), ...numbers);
    await bed.opens(bed.addSession(), 1);
    await bed.read();
    expect(bed.asked.map(({ length }) => length)).toEqual([25, 5]);
  });

  it("ends when all that is left was merged", async () => {
    await using one = await withOne();
    one.bed.shown.set(7, merged);
    expect(await one.bed.read()).toBeUndefined();
  });

  it("happens once more after the only session was archived", async () => {
    await using one = await withOne({ status: "needs_input" });
    const { bed, id } = one;
    await bed.read();
    bed.clock.at += 1_000;
    bed.sessions.transition(bed.row(id), { kind: "archive" }, { archivedAt: bed.clock.at });
    expect(readings(bed)).toEqual(["pull_requests.read +0"]);
    expect(await bed.read()).toBeUndefined();
    expect(bed.asked).toHaveLength(2);
  });

  it("happens sooner when its session gets work again", async () => {
    await using one = await withOne();
    const { bed, id } = one;
    bed.clock.at += 24 * 60 * minute;
    expect(await bed.read()).toEqual({ againAt: bed.clock.at + 30 * minute });
    const row = bed.sessions.write(bed.row(id), { lastTouchedAt: bed.clock.at });
    bed.sessions.transition(row, { kind: "turn_queued", laneFree: true });
    expect(readings(bed)).toEqual(["pull_requests.read +30000"]);
  });

  it("that fails changes only the count of failures, and backs off", async () => {
    await using one = await withOne();
    const { bed, id } = one;
    await bed.read();
    const before = bed.goalChecks([bed.row(id)]);
    bed.hub.trouble = new Error("Bad gateway");
    for (const [after, count] of [
      [30_000, 1],
      [30_000, 2],
      [60_000, 3],
    ] as const) {
      bed.clock.at += after;
      await bed.read();
      expect(JSON.parse(pollError(bed) ?? "null")).toEqual({
        count,
        at: bed.clock.at,
        message: "Bad gateway",
      });
    }
    expect(bed.goalChecks([bed.row(id)])).toEqual(before);
    bed.hub.trouble = null;
    bed.clock.at += 120_000;
    await bed.read();
    expect(pollError(bed)).toBeNull();
  });

  it("counts a failure only for the pull request that GitHub does not show", async () => {
    await using one = await withOne();
    await one.bed.opens(one.id, 8);
    await one.bed.read();
    expect(
      one.bed.goalChecks([{ ...one.bed.row(one.id), goal: "codebase-question" }]).get(one.id),
    ).toMatchObject({
      pull_requests: [{ state: "open" }, { state: null }],
    });
  });

  it("waits until the rate limit resets, whatever else becomes due", async () => {
    await using one = await withOne();
    const { bed, id } = one;
    const until = bed.clock.at + 10 * minute;
    bed.hub.trouble = new RateLimited(until);
    expect(await bed.read()).toEqual({ againAt: until });
    const problem = (): unknown => bed.pullRequests.ofSession(id).pull_requests[0]?.problem;
    expect(problem()).toContain("rate limit is used up");
    await bed.opens(id, 8);
    expect(readings(bed)).toEqual([`pull_requests.read +${10 * minute}`]);
    await bed.read();
    expect(bed.asked).toHaveLength(1);
    expect(pollError(bed)).toBeNull();
    bed.clock.at = until;
    expect(problem()).toBeNull();
  });

  it("waits for no rate limit any more once the clock is set back", async () => {
    await using one = await withOne();
    const { bed } = one;
    bed.hub.trouble = new RateLimited(bed.clock.at + 10 * minute);
    await bed.read();
    bed.hub.trouble = null;
    bed.clock.at -= 24 * 60 * minute;
    await bed.read();
    expect(bed.pullRequests.ofSession(one.id).pull_requests.map(({ problem }) => problem)).toEqual([null]);
    expect(bed.asked).toHaveLength(2);
  });

  it("writes the outcome to the log and updates the board for the session and its parents", async () => {
    await using bed = await openPullRequestBed();
    const top = bed.addSession();
    const id = bed.addSession({ parentSessionId: top });
    bed.shown.set(7, openSnapshot);
    await bed.opens(id, 7);
    const changed = () => bed.changed.splice(0);
    changed();
    await bed.read();
    expect(changed()).toEqual([id, top]);
    bed.clock.at += minute;
    await bed.read();
    expect(changed()).toEqual([]);
    bed.shown.set(7, { ...openSnapshot, state: "closed", ci: null });
    bed.clock.at += minute;
    await bed.read();
    expect(changed()).toEqual([id, top]);
    expect(bed.notes.at(-1)).toBe(`${id} info: Pull request ${urlOf(7)} was closed`);
  });
});

describe("a merge", () => {
  it("is reported once to every session that recorded it, even if it was never read as open", async () => {
    await using one = await withOne();
    const { bed, id } = one;
    const other = bed.addSession({ status: "running" });
    await bed.opens(other, 7);
    bed.shown.set(7, merged);
    bed.hub.runs = [{ name: "Deploy", status: "queued", conclusion: null }];
    await bed.read();
    bed.clock.at += minute;
    bed.pullRequests.resume();
    await bed.read();
    expect(bed.posted.map(({ sessionId, origin }) => [sessionId, origin])).toEqual([
      [id, "automated_pr_merged"],
      [other, "automated_pr_merged"],
    ]);
    expect(bed.posted[0]?.content).toMatch(/pull\/7.*merged[^]*c0ffee are still in progress: Deploy/);
    expect(bed.notes).toContain(`${id} info: Pull request ${urlOf(7)} was merged`);
  });

  it.each(["archived", "failed"] as const)("is not reported to a session that is %s", async (status) => {
    await using one = await withOne({ status, archivedAt: status === "archived" ? 1 : null });
    one.bed.shown.set(7, merged);
    await one.bed.read();
    expect(one.bed.posted).toEqual([]);
  });

  it("is reported without its runs if they cannot be read, and names what is still open", async () => {
    await using one = await withOne();
    const { bed, id } = one;
    bed.shown.set(8, openSnapshot);
    await bed.opens(id, 8);
    await bed.read();
    bed.shown.set(7, merged);
    bed.hub.runs = new Error("Not found");
    bed.clock.at += minute;
    await bed.read();
    expect(bed.posted[0]?.content).toContain(`Still open: ${urlOf(8)}`);
    expect(bed.posted[0]?.content).not.toContain("c0ffee");
  });
});

describe("a conflict", () => {
  const conflicting: Snapshot = { ...openSnapshot, conflicts: true };

  it("is reported after two reads, and again only after it was gone", async () => {
    await using one = await withOne();
    const { bed } = one;
    const reported: number[] = [];
    for (const seen of [conflicting, openSnapshot, conflicting, { ...conflicting, conflicts: null }]) {
      bed.shown.set(7, seen);
      await bed.read();
      bed.clock.at += minute;
      reported.push(bed.posted.length);
    }
    for (const seen of [conflicting, conflicting, openSnapshot, conflicting, conflicting]) {
      bed.shown.set(7, seen);
      await bed.read();
      bed.clock.at += minute;
      reported.push(bed.posted.length);
    }
    expect(reported).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
    expect(bed.posted[0]).toMatchObject({ origin: "automated_merge_conflict" });
    const gone = `${one.id} automated_merge_conflict ${urlOf(7)}`;
    expect(bed.withdrawn.filter((message) => message.includes("conflict"))).toEqual([gone, gone]);
  });
});
