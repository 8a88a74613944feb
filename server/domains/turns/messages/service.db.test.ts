import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { type MessageService, messageService, messageView } from "./index.ts";

/** The queue of a session 1, beside a session 2 that must not be touched. */
function openQueue() {
  const opened = openTestDatabase();
  const changed: number[] = [];
  const messages = messageService({ ...opened, changed: (id) => void changed.push(id) });
  opened.addSession();
  opened.addSession();
  const add = (content: string, sessionId = 1) =>
    messages.add(sessionId, { content, goal: null, sender: "a test" });
  add("of another session", 2);
  return { ...opened, messages, changed, add };
}

/** `position content` of what waits. */
const queue = (messages: MessageService, sessionId = 1): string[] =>
  messages.pending(sessionId).map(({ position, content }) => `${position} ${content}`);

const all = { page: 1, per_page: 25 };

describe("the queue", () => {
  it("appends with position, sender and an origin that the service assigns", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    add("first");
    const row = messages.add(1, {
      content: "second",
      goal: "A goal.",
      sender: "the board",
      origin: "automated_pr_merged",
    });
    expect(messageView(row)).toEqual({
      id: row.id,
      session_id: 1,
      content: "second",
      goal: "A goal.",
      position: 2,
      status: "pending",
      origin: "automated_pr_merged",
      attachments: [],
      created_at: "2026-06-01T12:00:00Z",
      updated_at: "2026-06-01T12:00:00Z",
    });
    expect(messageView(add("third")).origin).toBe("caller");
    expect(queue(messages)).toEqual(["1 first", "2 second", "3 third"]);
  });

  it("shows attachments without their paths", () => {
    using opened = openQueue();
    const file = { path: "/private/a.png", filename: "a.png", mediaType: "image/png", image: true };
    const row = opened.messages.add(1, { content: "x", goal: null, sender: "-", attachments: [file] });
    expect(messageView(row).attachments).toEqual([
      { filename: "a.png", media_type: "image/png", image: true },
    ]);
  });

  it("closes the gap that a withdrawn message leaves", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    const [, second] = [add("first"), add("second"), add("third")];
    messages.remove(1, second.id);
    expect(queue(messages)).toEqual(["1 first", "2 third"]);
    expect(queue(messages, 2)).toEqual(["1 of another session"]);
  });

  it.each([
    ["to the front", "third", 1, ["1 third", "2 first", "3 second"]],
    ["to the end", "first", 3, ["1 second", "2 third", "3 first"]],
    ["to where it is", "second", 2, ["1 first", "2 second", "3 third"]],
  ])("moves a message %s", (_title, content, position, expected) => {
    using opened = openQueue();
    const { messages, add } = opened;
    const rows = [add("first"), add("second"), add("third")];
    const moved = rows.find((row) => row.content === content);
    expect(messages.reorder(1, moved?.id ?? 0, position).position).toBe(position);
    expect(queue(messages)).toEqual(expected);
  });

  it("takes back what nobody has read yet of one origin and about one thing", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    const origin = "automated_merge_conflict";
    const about = (content: string, of: typeof origin | "caller" = origin) =>
      messages.add(1, { content, goal: null, sender: "a test", origin: of });
    const taken = about("the pull request https://a/pull/1, which");
    messages.take(taken);
    about("the pull request https://a/pull/12, which");
    about("the pull request https://a/pull/1, which");
    about("https://a/pull/1", "caller");
    add("last");
    const naming = "https://a/pull/1";
    expect(messages.withdrawFrom(1, { origin, naming })).toBe(true);
    expect(messages.withdrawFrom(1, { origin, naming })).toBe(false);
    expect(queue(messages)).toEqual([
      "1 the pull request https://a/pull/12, which",
      "2 https://a/pull/1",
      "3 last",
    ]);
    expect(messages.underway(1).map(({ id }) => id)).toEqual([taken.id]);
  });

  it("promotes to the front", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    add("first");
    messages.promote(add("second"));
    expect(queue(messages)).toEqual(["1 second", "2 first"]);
  });

  it("refuses a position past the end, names the last one, and moves nothing", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    const first = add("first");
    expect(() => messages.reorder(1, first.id, 2)).toThrow(
      expect.objectContaining({
        status: 422,
        label: "Invalid position",
        message: "The queue ends at position 1",
      }),
    );
    expect(queue(messages)).toEqual(["1 first"]);
  });

  it("changes only the given fields of a pending message", () => {
    using opened = openQueue();
    const { messages, clock } = opened;
    const row = messages.add(1, { content: "old", goal: "A goal.", sender: "-" });
    clock.at += 1_000;
    expect(messages.edit(1, row.id, { content: "new" })).toMatchObject({ content: "new", goal: "A goal." });
    expect(messages.edit(1, row.id, { goal: null })).toMatchObject({
      content: "new",
      goal: null,
      updatedAt: clock.at,
    });
  });

  it("keeps positions 1 to n after any sequence of changes", () => {
    const step = fc.oneof(
      fc.constant({ kind: "add" as const }),
      fc.record({
        kind: fc.constantFrom("remove" as const, "take" as const, "promote" as const),
        at: fc.nat(9),
      }),
      fc.record({ kind: fc.constant("reorder" as const), at: fc.nat(9), to: fc.nat(9) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        using opened = openQueue();
        const { messages, add } = opened;
        const model: string[] = [];
        const put = (content: string, to: number) => {
          model.splice(model.indexOf(content), 1);
          model.splice(to, 0, content);
        };
        for (const [n, doing] of steps.entries()) {
          const waiting = messages.pending(1);
          if (doing.kind === "add") {
            add(`m${n}`);
            model.push(`m${n}`);
            continue;
          }
          const row = waiting[doing.at % Math.max(waiting.length, 1)];
          if (!row) continue;
          if (doing.kind === "reorder") {
            const to = doing.to % waiting.length;
            messages.reorder(1, row.id, to + 1);
            put(row.content, to);
          } else if (doing.kind === "promote") {
            messages.promote(row);
            put(row.content, 0);
          } else {
            if (doing.kind === "take") messages.take(row);
            else messages.remove(1, row.id);
            model.splice(model.indexOf(row.content), 1);
          }
        }
        expect(queue(messages)).toEqual(model.map((content, index) => `${index + 1} ${content}`));
      }),
      { numRuns: 40 },
    );
  });
});

describe("a message on its way", () => {
  it("leaves the queue when a turn takes it, and the others move up", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    const first = add("first");
    add("second");
    expect(messages.take(first).status).toBe("processing");
    expect(queue(messages)).toEqual(["1 second"]);
    expect(messages.underway(1).map(({ content }) => content)).toEqual(["first"]);
  });

  it("is one of several in progress, in the order they were taken", () => {
    using opened = openQueue();
    const { messages, clock, add } = opened;
    const [first, second] = [add("first"), add("second")];
    messages.take(second);
    clock.at += 1;
    messages.take(first);
    expect(messages.underway(1).map(({ content }) => content)).toEqual(["second", "first"]);
  });

  it("is sent once the CLI has it, and is never in progress again", () => {
    using opened = openQueue();
    const { messages, clock, add } = opened;
    const row = messages.take(add("first"));
    add("second");
    clock.at += 7;
    expect([messages.markSent(1), messages.markSent(1)]).toEqual([1, 0]);
    expect(messages.find(1, row.id)).toMatchObject({ status: "sent", sentAt: clock.at });
    expect([messages.underway(1), queue(messages)]).toEqual([[], ["1 second"]]);
  });

  it.each([
    ["edited", (messages: MessageService, id: number) => void messages.edit(1, id, { content: "x" })],
    ["moved", (messages: MessageService, id: number) => void messages.reorder(1, id, 1)],
    ["withdrawn", (messages: MessageService, id: number) => messages.remove(1, id)],
  ])("can no longer be %s", (_title, change) => {
    using opened = openQueue();
    const { messages, add } = opened;
    const taken = messages.take(add("first"));
    expect(() => change(messages, taken.id)).toThrow(
      expect.objectContaining({ status: 409, message: expect.stringContaining("processing") }),
    );
  });

  it("is retired by a forced archive, which keeps sent messages", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    messages.take(add("sent"));
    messages.markSent(1);
    messages.take(add("under way"));
    add("waiting");
    expect(
      messages
        .retire(1, { turnIsOver: true })
        .map(({ content }) => content)
        .sort(),
    ).toEqual(["under way", "waiting"]);
    expect(messages.list(1, { ...all, status: ["undelivered"] }).pagination.total_count).toBe(2);
    expect([messages.underway(1), queue(messages), messages.sessionsWithPending()]).toEqual([[], [], [2]]);
  });
});

describe("reading", () => {
  it("lists unsent messages, and sent ones on request", () => {
    using opened = openQueue();
    const { messages, add } = opened;
    messages.take(add("sent"));
    messages.markSent(1);
    add("second");
    add("third");
    const contents = (query: Parameters<MessageService["list"]>[1]) =>
      messages.list(1, query).enqueued_messages.map(({ content }) => content);
    expect(contents(all)).toEqual(["second", "third"]);
    expect(contents({ ...all, status: [] })).toEqual(["second", "third"]);
    expect(contents({ ...all, status: ["sent"] })).toEqual(["sent"]);
    expect(contents({ page: 2, per_page: 1 })).toEqual(["third"]);
    expect(messages.list(1, { page: 2, per_page: 1 }).pagination).toMatchObject({
      total_count: 2,
      total_pages: 2,
    });
  });

  it("finds a message only in its own session", () => {
    using opened = openQueue();
    const [other] = opened.messages.pending(2);
    expect(() => opened.messages.find(1, other?.id ?? 0)).toThrow(
      expect.objectContaining({ status: 404, message: "Message not found" }),
    );
  });

  it("notifies the board about each change", () => {
    using opened = openQueue();
    const { messages, changed, add } = opened;
    changed.length = 0;
    const row = add("first");
    messages.edit(1, row.id, { content: "x" });
    messages.reorder(1, row.id, 1);
    messages.take(row);
    messages.markSent(1);
    messages.markSent(1);
    expect(changed).toEqual([1, 1, 1, 1, 1]);
  });
});
