import { describe, expect, it } from "vitest";
import { createLiveSessions } from "./live-sessions.ts";
import { someSession } from "./session.test-data.ts";

describe("what is known of a session", () => {
  it("is what the stream said, when that came while the request was under way", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.receive(1, someSession({ status: "failed" }));
    expect(known.newest(someSession({ status: "running" }), since)?.status).toBe("failed");
  });

  it("is what was fetched, when the request began after the stream spoke", () => {
    const known = createLiveSessions();
    known.receive(1, someSession({ status: "failed" }));
    expect(known.newest(someSession({ status: "running" }), known.mark())?.status).toBe("running");
  });

  it("stays deleted though an older answer still has it", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.receive(1, null);
    expect(known.newest(someSession(), since)).toBeNull();
    expect(known.receivedSince(since)).toEqual([]);
  });

  it("is with what is foreseen of it, whoever speaks meanwhile, until that is answered", () => {
    const known = createLiveSessions();
    const since = known.mark();
    const pauseEnds = known.addOptimistic(1, { status: "needs_input" });
    const starEnds = known.addOptimistic(1, { favorited: true });
    known.receive(1, someSession({ status: "running" }));
    const shown = { status: "needs_input", favorited: true };
    expect(known.newest(someSession(), since)).toMatchObject(shown);
    expect(known.receivedSince(since)).toMatchObject([shown]);
    pauseEnds();
    expect(known.newest(someSession(), since)).toMatchObject({ ...shown, status: "running" });
    starEnds();
    const plain = someSession();
    expect(known.withOptimistic(plain)).toBe(plain);
  });

  it("is what a change was answered with, before what was read meanwhile", () => {
    const known = createLiveSessions();
    const since = known.mark();
    expect(known.acceptResponse(someSession({ title: "Renamed" }), since)?.title).toBe("Renamed");
    expect(known.newest(someSession({ title: "Read before" }), since)?.title).toBe("Renamed");
    expect(known.newest(someSession({ title: "Read since" }), known.mark())?.title).toBe("Read since");
  });

  it("is what the stream said, before what a change was answered with", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.receive(1, someSession({ title: "Said" }));
    expect(known.acceptResponse(someSession({ title: "Answered" }), since)?.title).toBe("Said");
  });

  it("is the answer that came last of two changes under way at once", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.acceptResponse(someSession({ favorited: true }), since);
    const both = someSession({ favorited: true, status: "needs_input" });
    expect(known.acceptResponse(both, since)).toBe(both);
  });

  it("names sessions that a list fetched meanwhile cannot hold", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.receive(9, someSession({ id: 9 }));
    expect(known.receivedSince(since).map(({ id }) => id)).toEqual([9]);
  });
});
