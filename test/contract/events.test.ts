import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BoardEvent } from "../../server/domains/surfaces/board/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type EventStream, followEvents, shownTexts } from "../support/event-stream.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const sequence = (id: string): number => Number(id.split(":").at(-1));
const ofSession =
  (
    id: number,
    fits: (session: Extract<BoardEvent, { type: "session" }>["session"]) => boolean = () => true,
  ) =>
  (event: BoardEvent): boolean =>
    event.type === "session" && event.session.id === id && fits(event.session);

describe("the board's live events", () => {
  test("start with hello, and report a session and its transcript until it is idle", async () => {
    await using stream = await followEvents(service);
    const hello = await stream.next(({ type }) => type === "hello");
    expect(hello.event).toEqual({
      type: "hello",
      resumed: false,
      version: expect.any(String),
      open_to: "nobody",
    });
    expect(stream.items[0]).toBe(hello);
    const { id } = await createSession(service, {
      prompt: "#script drip 0.2\n#script say Told as it comes.",
    });
    await stream.next((event) => event.type === "partial" && event.session_id === id);
    await stream.next(ofSession(id, atRest));
    await stream.next(
      (event) => event.type === "transcript" && event.session_id === id && event.line_count > 0,
    );
    const types = new Set(stream.items.map(({ event }) => event.type));
    expect([...types]).toEqual(expect.arrayContaining(["hello", "session", "log", "transcript"]));
    const last = stream.items.findLast(({ event }) => event.type === "session" && event.session.id === id);
    const { body } = await service.call<{ session: unknown }>("GET", `/sessions/${id}`);
    expect(last?.event).toEqual({ type: "session", session: body.session });
    // Text that is being written and what the agent does are not stored, so their events have no id of their own.
    const kept = stream.items
      .slice(1)
      .filter(({ event }) => event.type !== "partial" && event.type !== "activity");
    const numbers = kept.map((item) => sequence(item.id));
    expect(numbers).toEqual(numbers.map((_, index) => sequence(hello.id) + 1 + index));
  });

  test.each(["claude_code", "codex", "pi"])(
    "give each page the text of %s from its start, without holes",
    async (agent_runtime) => {
      const texts = ["First", "Second"].map((name) =>
        Array.from({ length: 25 }, (_, n) => `${name} paragraph ${n + 1} says what it says.`).join("\n\n"),
      );
      await using first = await followEvents(service);
      const { id } = await createSession(service, {
        agent_runtime,
        prompt: [
          "#script drip 0.03",
          ...texts
            .map((text) => `#script say ${text.replaceAll("\n", "\\n")}`)
            .join("\n#script bash cmd=true\n#script drip 0.03\n")
            .split("\n"),
        ].join("\n"),
      });
      // Slow enough that pages can join in the middle on a busy machine. The words may come in two events.
      const shows = (words: string) => () => shownTexts(first, id).some((text) => text.includes(words));
      await first.next(shows("First paragraph 7"));
      await using second = await followEvents(service);
      await first.next(shows("Second paragraph 9"));
      await using third = await followEvents(service);
      for (const stream of [first, second, third]) {
        await stream.next(ofSession(id, atRest));
        const shown = shownTexts(stream, id);
        expect(shown.length).toBeGreaterThan(2);
        // The line of the first text may be stored only after the second one has begun.
        const wholes = [...texts, texts.join("\n\n")];
        expect(shown.filter((text) => !wholes.some((whole) => whole.startsWith(text)))).toEqual([]);
        const last = shown.findLast((text) => text !== "") ?? "-";
        expect(wholes.slice(1).some((whole) => whole.startsWith(last))).toBe(true);
      }
    },
  );

  test("report messages and a deleted session", async () => {
    await using stream = await followEvents(service);
    const { id } = await createSession(service);
    await service.call("POST", `/sessions/${id}/logs`, { content: "x", level: "info" });
    await stream.next((event) => event.type === "log" && event.session_id === id);
    await service.call("DELETE", `/sessions/${id}`);
    await stream.next((event) => event.type === "session_removed" && event.id === id);
  });

  test("continue after the last one seen, with each session once in its current state", async () => {
    await using whole = await followEvents(service);
    const { id } = await createSession(service, { title: "0" });
    await whole.next(ofSession(id));
    for (let n = 1; n <= 20; n++) {
      await service.call("PATCH", `/sessions/${id}`, { title: `${n}` });
      await whole.next(ofSession(id, ({ title }) => title === `${n}`));
    }
    // Events of the earlier sessions may come in between.
    const own = ({ items }: EventStream) => items.filter(({ event }) => ofSession(id)(event));
    const seen = own(whole)[8]?.id ?? "";
    await using resumed = await followEvents(service, seen);
    await service.call("PATCH", `/sessions/${id}`, { title: "last" });
    await resumed.next(ofSession(id, ({ title }) => title === "last"));
    await whole.next(ofSession(id, ({ title }) => title === "last"));
    expect(resumed.items[0]).toEqual({
      id: seen,
      event: { type: "hello", resumed: true, version: expect.any(String), open_to: "nobody" },
    });
    const [missed, live] = own(whole).slice(-2);
    expect(own(resumed)).toEqual([missed, live]);
  });

  test("start over after an unknown id", async () => {
    const { id } = await createSession(service);
    await using first = await followEvents(service);
    const hello = await first.next(({ type }) => type === "hello");
    const boot = hello.id.split(":")[0] ?? "";
    for (const unknown of [
      "nonsense",
      "",
      "other-boot:1",
      `${boot}:999999`,
      `${boot}:-1`,
      `${boot}:x`,
      ":",
    ]) {
      await using stream = await followEvents(service, unknown);
      const { event } = await stream.next(({ type }) => type === "hello");
      expect(event, unknown).toMatchObject({ resumed: false });
    }
    expect((await service.call("GET", `/sessions/${id}`)).status).toBe(200);
  });

  test("accept the last id in the URL too, for a page that is reloaded", async () => {
    await using stream = await followEvents(service);
    const { id: last } = await stream.next(({ type }) => type === "hello");
    const end = new AbortController();
    const response = await fetch(`${service.url}/ui/v1/events?last_event_id=${encodeURIComponent(last)}`, {
      headers: service.board.headers,
      signal: end.signal,
    });
    const chunk = await response.body?.getReader().read();
    end.abort();
    expect(Buffer.from(chunk?.value ?? []).toString()).toContain('"resumed":true');
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("answer a HEAD request at once", async () => {
    const { headers } = service.board;
    const head = await fetch(`${service.url}/ui/v1/events`, { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("end when the service does", async () => {
    const other = await startBoardService();
    const response = await fetch(`${other.url}/ui/v1/events`, { headers: other.board.headers });
    const text = response.text();
    await other[Symbol.asyncDispose]();
    expect(await text).toContain('"type":"hello"');
  });
});
