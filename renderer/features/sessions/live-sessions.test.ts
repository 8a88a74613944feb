import { describe, expect, it } from "vitest";
import { newestKnown } from "./newest-known.ts";
import { someSession } from "./session.test-data.ts";

describe("what is known of a session", () => {
  it("is what the stream said, when that came while the request was under way", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(1, someSession({ status: "failed" }));
    expect(known.newest(someSession({ status: "running" }), since)?.status).toBe("failed");
  });

  it("is what was fetched, when the request began after the stream spoke", () => {
    const known = newestKnown();
    known.learn(1, someSession({ status: "failed" }));
    expect(known.newest(someSession({ status: "running" }), known.mark())?.status).toBe("running");
  });

  it("stays deleted though an older answer still has it", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(1, null);
    expect(known.newest(someSession(), since)).toBeNull();
    expect(known.learnedSince(since)).toEqual([]);
  });

  it("is with what is foreseen of it, whoever speaks meanwhile, until that is answered", () => {
    const known = newestKnown();
    const since = known.mark();
    const pauseEnds = known.foresee(1, { status: "needs_input" });
    const starEnds = known.foresee(1, { favorited: true });
    known.learn(1, someSession({ status: "running" }));
    const shown = { status: "needs_input", favorited: true };
    expect(known.newest(someSession(), since)).toMatchObject(shown);
    expect(known.learnedSince(since)).toMatchObject([shown]);
    pauseEnds();
    expect(known.newest(someSession(), since)).toMatchObject({ ...shown, status: "running" });
    starEnds();
    const plain = someSession();
    expect(known.foreseen(plain)).toBe(plain);
  });

  it("is what a change was answered with, before what was read meanwhile", () => {
    const known = newestKnown();
    const since = known.mark();
    expect(known.answered(someSession({ title: "Renamed" }), since)?.title).toBe("Renamed");
    expect(known.newest(someSession({ title: "Read before" }), since)?.title).toBe("Renamed");
    expect(known.newest(someSession({ title: "Read since" }), known.mark())?.title).toBe("Read since");
  });

  it("is what the stream said, before what a change was answered with", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(1, someSession({ title: "Said" }));
    expect(known.answered(someSession({ title: "Answered" }), since)?.title).toBe("Said");
  });

  it("is the answer that came last of two changes under way at once", () => {
    const known = newestKnown();
    const since = known.mark();
    known.answered(someSession({ favorited: true }), since);
    const both = someSession({ favorited: true, status: "needs_input" });
    expect(known.answered(both, since)).toBe(both);
  });

  it("names sessions that a list fetched meanwhile cannot hold", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(9, someSession({ id: 9 }));
    expect(known.learnedSince(since).map(({ id }) => id)).toEqual([9]);
  });
});
