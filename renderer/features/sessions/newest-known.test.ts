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

  it("names sessions that a list fetched meanwhile cannot hold", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(9, someSession({ id: 9 }));
    expect(known.learnedSince(since).map(({ id }) => id)).toEqual([9]);
  });
});
