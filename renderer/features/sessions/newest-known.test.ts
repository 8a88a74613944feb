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

  it("names sessions that a list fetched meanwhile cannot hold", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(9, someSession({ id: 9 }));
    expect(known.learnedSince(since).map(({ id }) => id)).toEqual([9]);
  });
});
