import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { boardFeed, type FeedItem } from "./feed.ts";

afterEach(() => void vi.useRealTimers());

/** A feed whose sessions are all gone, so that their events stay short. */
function openFeed() {
  const looked: number[] = [];
  const feed = boardFeed({
    boot: "boot-1",
    log: silentLog,
    sessionEvent(id) {
      looked.push(id);
      return { type: "session_removed", id };
    },
  });
  const items: FeedItem[] = [];
  const unfollow = feed.follow((item) => void items.push(item));
  const events = () => items.map(({ event }) => event);
  return { feed, items, events, looked, unfollow };
}

describe("marks", () => {
  it("are sent together after the code that made them, each with the next id", async () => {
    const { feed, items } = openFeed();
    feed.session(1);
    feed.log(1);
    feed.messages(2);
    feed.transcript(1, 9);
    expect(items).toEqual([]);
    await nextTurn();
    expect(items).toEqual([
      { id: "boot-1:1", event: { type: "session_removed", id: 1 } },
      { id: "boot-1:2", event: { type: "log", session_id: 1 } },
      { id: "boot-1:3", event: { type: "messages", session_id: 2 } },
      { id: "boot-1:4", event: { type: "transcript", session_id: 1, line_count: 9 } },
    ]);
    expect(feed.lastId()).toBe("boot-1:4");
  });

  it("of one session are sent once, with its newest state", async () => {
    const { feed, events, looked } = openFeed();
    for (let n = 0; n < 5; n++) feed.session(1);
    feed.transcript(1, 3);
    feed.transcript(1, 4);
    await nextTurn();
    expect(looked).toEqual([1]);
    expect(events().at(-1)).toEqual({ type: "transcript", session_id: 1, line_count: 4 });
  });

  it("are not read after the feed is closed, when the database is gone", async () => {
    const { feed, events, looked } = openFeed();
    feed.session(1);
    feed.close();
    feed.session(2);
    await nextTurn();
    expect([looked, events()]).toEqual([[], []]);
  });

  it("are sent for the other sessions if one cannot be read", async () => {
    const logged: string[] = [];
    const feed = boardFeed({
      boot: "boot-1",
      log: pino({}, { write: (line) => void logged.push(line) }),
      sessionEvent(id) {
        if (id === 1) throw new Error("broken row");
        return { type: "session_removed", id };
      },
    });
    const sent: unknown[] = [];
    feed.follow(({ event }) => sent.push(event));
    feed.session(1);
    feed.session(2);
    await nextTurn();
    expect(sent).toEqual([{ type: "session_removed", id: 2 }]);
    expect(logged).toEqual([expect.stringContaining("broken row")]);
  });
});

describe("since", () => {
  async function withEvents(count: number) {
    const opened = openFeed();
    for (let n = 1; n <= count; n++) {
      opened.feed.log(n);
      if (n % 500 === 0) await nextTurn();
    }
    await nextTurn();
    return opened.feed;
  }

  it.each([
    ["all of them, from the start", "boot-1:0", [1, 2, 3]],
    ["those after the last one seen", "boot-1:2", [3]],
    ["none when nothing was missed", "boot-1:3", []],
  ])("returns %s", async (_title, lastId, expected) => {
    const feed = await withEvents(3);
    expect(feed.since(lastId)?.map(({ event }) => (event as { session_id: number }).session_id)).toEqual(
      expected,
    );
  });

  it.each([
    ["another start of the service", "boot-2:1"],
    ["an id from the future", "boot-1:4"],
    ["no id", undefined],
    ["an empty id", ""],
    ["words", "latest"],
    ["a negative number", "boot-1:-1"],
  ])("returns null after %s", async (_title, lastId) => {
    expect((await withEvents(3)).since(lastId)).toBeNull();
  });

  it("returns each session once, in its current state", async () => {
    const { feed, looked } = openFeed();
    for (let n = 0; n < 3; n++) {
      feed.session(1);
      await nextTurn();
    }
    feed.log(1);
    await nextTurn();
    expect(feed.since("boot-1:0")).toEqual([
      { id: "boot-1:3", event: { type: "session_removed", id: 1 } },
      { id: "boot-1:4", event: { type: "log", session_id: 1 } },
    ]);
    expect(looked).toHaveLength(4);
  });

  it("goes back 2,000 events and reports when that is not enough", async () => {
    const feed = await withEvents(2_005);
    expect(feed.since("boot-1:5")).toHaveLength(2_000);
    expect(feed.since("boot-1:4")).toBeNull();
  });
});

describe("text that is being written", () => {
  const partial = (from: number, text: string, stored?: true) => ({
    type: "partial",
    session_id: 1,
    from,
    text,
    ...(stored && { stored }),
  });

  it("is collected, and what is new is sent at most ten times a second", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, events } = openFeed();
    feed.partial(1, "Hel");
    feed.partial(1, "lo");
    expect(events()).toEqual([]);
    vi.advanceTimersByTime(100);
    feed.partial(1, " there");
    vi.advanceTimersByTime(99);
    expect(events()).toEqual([partial(0, "Hello")]);
    vi.advanceTimersByTime(1);
    expect(events().at(-1)).toEqual(partial(5, " there"));
  });

  it("is replaced by the line of the transcript, except for what comes after it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, events } = openFeed();
    feed.partial(1, "Hello");
    feed.partial(1, "Ne");
    feed.transcript(1, 1, ["Hello"]);
    vi.advanceTimersByTime(500);
    feed.partial(1, "xt");
    vi.advanceTimersByTime(100);
    await nextTurn();
    expect(events().filter(({ type }) => type === "partial")).toEqual([
      partial(0, "Ne", true),
      partial(2, "xt"),
    ]);
  });

  it("stays when the line of a prompt is stored", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, events } = openFeed();
    feed.partial(1, "Hello");
    feed.transcript(1, 1);
    vi.advanceTimersByTime(100);
    await nextTurn();
    expect(events().filter(({ type }) => type === "partial")).toEqual([partial(0, "Hello")]);
  });

  it("is given in full to a page that opens later, and the others get what they lack", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, unfollow } = openFeed();
    unfollow();
    feed.partial(1, "Hello");
    expect(vi.getTimerCount()).toBe(0);
    expect(feed.texts()).toEqual([partial(0, "Hello")]);
    const second: unknown[] = [];
    feed.follow(({ event }) => void second.push(event));
    feed.partial(1, " there");
    expect(feed.texts()).toEqual([partial(0, "Hello there")]);
    expect(second).toEqual([partial(5, " there")]);
    vi.advanceTimersByTime(500);
    expect(second).toHaveLength(1);
  });

  it("marks where the beginning of a long text is missing", () => {
    const { feed } = openFeed();
    feed.partial(1, `${"a".repeat(31_999)}\n`);
    feed.partial(1, "bcd");
    expect(feed.texts()).toEqual([partial(0, "…\n\nbcd")]);
  });

  it("has no id of its own and is not sent again to a page that reconnects", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, items } = openFeed();
    feed.log(1);
    await nextTurn();
    feed.partial(1, "Hello");
    vi.advanceTimersByTime(100);
    expect(items.map(({ id }) => id)).toEqual(["boot-1:1", "boot-1:1"]);
    expect(feed.since("boot-1:0")).toEqual([{ id: "boot-1:1", event: { type: "log", session_id: 1 } }]);
  });

  it("ends with its turn, and when the feed closes", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { feed, events } = openFeed();
    feed.partial(1, "seen");
    feed.partial(1, null);
    expect(events()).toEqual([partial(0, "", true)]);
    expect(feed.texts()).toEqual([]);
    feed.partial(1, "again");
    feed.close();
    feed.partial(1, "unseen");
    expect(vi.getTimerCount()).toBe(0);
    expect(feed.texts()).toEqual([]);
  });
});
