import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { seedTranscript } from "../support/seed-transcript.ts";
import type { Session } from "../support/service.ts";
import { createSession, restedSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Message {
  role: string;
  content: string;
  timestamp: string | null;
  has_tool_use: boolean;
  has_tool_result: boolean;
  transcript_index: number;
}
interface Conversation {
  messages: Message[];
  total: number;
  first_position: number;
  truncated: boolean;
}

const token = `ghp_${"Zx8Cv6Bn4M".repeat(3)}Qw2Er4`;

let service: BoardService;
let session: Session;
let all: Conversation;

beforeAll(async () => {
  service = await startBoardService();
  const long = "word ".repeat(1_500);
  session = await restedSession(
    service,
    [
      "#script bash cmd=echo result-one; head -c 3000 /dev/zero | tr '\\0' z",
      `#script bash cmd=printf '%s' ${token}`,
      `#script say ${long}THE END`,
    ].join("\n"),
  );
  all = (await conversation("")).body;
});
afterAll(() => service[Symbol.asyncDispose]());

const conversation = (query: string) =>
  service.call<Conversation>("GET", `/sessions/${session.id}/conversation${query}`);

describe("the transcript", () => {
  proves(
    "E34",
    "R56",
    "R1",
  )("is readable text in JSON, or plain text on request", async () => {
    const text = await transcriptOf(service, session.id);
    for (const heading of ["## User", "## Tool Use: bash", "## Tool Result", "## Assistant"])
      expect(text).toContain(heading);
    expect(text).toContain("THE END");
    const shown = /## Tool Result\n\nresult-one\n(z*)/.exec(text)?.[1]?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(500);
    const plain = await service.call<{ text: string }>(
      "GET",
      `/sessions/${session.slug}/transcript?format=text`,
    );
    expect(plain.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(plain.body.text).toBe(text);
    const json = await service.call("GET", `/sessions/${session.id}/transcript?format=json`);
    expect(json.body).toEqual({ transcript_text: text });
  });

  proves("E34", "E35")("is 404 if there is none, while the conversation is empty", async () => {
    const { id } = await createSession(service);
    for (const format of ["", "?format=text"])
      expect((await service.call("GET", `/sessions/${id}/transcript${format}`)).status).toBe(404);
    const empty = await service.call<Conversation>("GET", `/sessions/${id}/conversation`);
    expect(empty).toMatchObject({
      status: 200,
      body: { messages: [], total: 0, first_position: 0, truncated: false },
    });
    for (const before of ["0", "-5", "900"])
      expect(
        (await service.call<Conversation>("GET", `/sessions/${id}/conversation?before=${before}`)).body
          .messages,
      ).toEqual([]);
  });

  proves("R54", "E7")("comes with the session on request, one event per line", async () => {
    const { body } = await service.call<{ session: Session }>(
      "GET",
      `/sessions/${session.id}?include_transcript=true`,
    );
    const lines = (body.session.transcript ?? "").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    const plain = await service.call<{ session: Session }>(
      "GET",
      `/sessions/${session.id}?include_transcript=false`,
    );
    expect(plain.body.session).not.toHaveProperty("transcript");
    for (const { transcript_index: index, timestamp } of all.messages)
      expect(JSON.parse(lines[index] ?? "null"), String(index)).toMatchObject({ type: "message", timestamp });
  });

  proves("R7")("never shows a credential, and never stores one", async () => {
    expect(await transcriptOf(service, session.id)).toContain("[REDACTED:");
    const { body } = await service.call("GET", `/sessions/${session.id}?include_transcript=true`);
    const shown = JSON.stringify([
      body,
      await transcriptOf(service, session.id),
      await conversation("?full_content=true"),
    ]);
    expect(shown.replaceAll(JSON.stringify(session.prompt), "")).not.toContain(token);
    using data = openServiceDatabase(service);
    const stored = data.sql.prepare("SELECT line FROM transcript_tail").all();
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe("the conversation", () => {
  proves("E35", "R55")("has a position for each message and cuts long contents", async () => {
    expect(all.total).toBe(all.messages.length);
    expect(all.first_position).toBe(0);
    expect(all.truncated).toBe(true);
    expect(all.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(all.messages[1]).toMatchObject({ has_tool_use: true, has_tool_result: false });
    expect(all.messages[2]).toMatchObject({ has_tool_use: false, has_tool_result: true });
    expect(all.messages.at(-1)?.content).toHaveLength(4_000);
    const full = (await conversation("?full_content=true")).body;
    expect(full.messages.at(-1)?.content).toContain("THE END");
    expect(full.truncated).toBe(false);
  });

  proves("R55", "X34")("pages backwards by position and clamps values out of range", async () => {
    const page = async (query: string) => (await conversation(query)).body;
    const newest = await page("?limit=2");
    expect(newest).toMatchObject({ total: 6, first_position: 4 });
    expect(newest.messages).toEqual(all.messages.slice(4));
    const earlier = await page("?limit=3&before=4");
    expect(earlier).toMatchObject({ first_position: 1 });
    expect(earlier.messages).toEqual(all.messages.slice(1, 4));
    expect(await page("?before=1")).toMatchObject({ first_position: 0, messages: all.messages.slice(0, 1) });
    expect((await page("?before=0")).messages).toEqual([]);
    expect((await page("?before=-7")).messages).toEqual([]);
    expect((await page("?before=9999")).messages).toHaveLength(6);
    for (const limit of ["100000", "0", "-1", "abc", ""])
      expect((await conversation(`?limit=${limit}`)).status, limit).toBe(200);
    expect((await page("?limit=-1")).messages).toHaveLength(1);
  });
});

describe("a transcript too long to be read on the main thread", () => {
  const count = 20_000;
  const sentence = (n: number) => `Line ${n}.`;
  const all = Array.from({ length: count }, (_, n) => sentence(n + 1));
  let id: number;

  beforeAll(async () => {
    ({ id } = await createSession(service, { agent_runtime: "claude_code" }));
    await seedTranscript(service, id, count);
  });

  proves("E34", "R56")("is read completely, as JSON and as plain text", async () => {
    const expected = all.map((text) => `## Assistant\n\n${text}\n`).join("\n");
    expect(await transcriptOf(service, id)).toBe(expected);
    const plain = await service.call<{ text: string }>("GET", `/sessions/${id}/transcript?format=text`);
    expect(plain.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(plain.body.text).toBe(expected);
  });

  proves("R54")("comes completely with the session", async () => {
    const { body } = await service.call<{ session: Session; waiting: unknown }>(
      "GET",
      `/sessions/${id}?include_transcript=true`,
    );
    const lines = (body.session.transcript ?? "").trimEnd().split("\n");
    expect(lines).toHaveLength(count);
    expect(lines.at(-1)).toContain(sentence(count));
    expect(body.session.id).toBe(id);
    expect(body.waiting).toBeDefined();
  });

  proves("E35", "R55")("has the same pages near its end and far from it", async () => {
    const page = async (query: string) =>
      (await service.call<Conversation>("GET", `/sessions/${id}/conversation${query}`)).body;
    for (const before of [count, count - 1_000, 10_000, 60, 3]) {
      const { messages, ...rest } = await page(`?before=${before}`);
      const first = Math.max(0, before - 50);
      expect(rest).toEqual({ total: count, first_position: first, truncated: false });
      expect(messages.map(({ content }) => content)).toEqual(all.slice(first, before));
    }
    const { messages } = await page("?limit=200");
    expect(messages.map(({ content }) => content)).toEqual(all.slice(-200));
  });

  test("has a timeline of any thousand lines", async () => {
    for (const from of [0, 7_777, count - 1_000]) {
      const { status, body } = await service.board.call<{ entries: { index: number }[] }>(
        "GET",
        `/sessions/${id}/timeline?from=${from}&limit=1000`,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ from, to: from + 1_000, line_count: count });
      expect(body.entries.map(({ index }) => index)).toEqual(all.slice(0, 1_000).map((_, n) => from + n));
    }
  });
});

describe("the address that the published client uses", () => {
  const ask = (headers: Record<string, string>, query = "?format=text") =>
    fetch(`${service.url}/sessions/${session.id}/transcript${query}`, { headers });

  proves("E34", "R117")("accepts a key as a bearer token, like the prefixed one", async () => {
    const text = await transcriptOf(service, session.id);
    const plain = await ask({ authorization: `Bearer ${service.key}` });
    expect([plain.status, await plain.text()]).toEqual([200, text]);
    const json = await ask({ authorization: `Bearer ${service.key}` }, "");
    expect(await json.json()).toEqual({ transcript_text: text });
    const foreign = await ask({ authorization: "Bearer no-such-key" });
    expect(foreign.status).toBe(401);
    expect(await foreign.json()).toMatchObject({ error: "Unauthorized" });
  });

  proves("E34")("is the board's page for a browser, and 404 for other clients", async () => {
    const page = await ask({ accept: "text/html" });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const headers of [{}, { "x-api-key": service.key }, { authorization: "Basic YTpi" }])
      expect((await ask(headers)).status).toBe(404);
  });
});
