import { afterAll, beforeAll, expect, it } from "vitest";
import type { SubagentTranscript } from "../../server/domains/transcripts/subagents/model.ts";
import type { TimelineEntry } from "../../server/domains/transcripts/transcripts/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession } from "../support/sessions.ts";

interface Page {
  subagent_transcript: SubagentTranscript;
  entries: TimelineEntry[];
  to: number;
  line_count: number;
}

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const answer = (text: string): string =>
  JSON.stringify({
    type: "assistant",
    timestamp: "2026-01-01T00:00:00.000Z",
    message: { role: "assistant", content: [{ type: "text", text }] },
  });

async function recorded(texts: readonly string[]) {
  const { id } = await createSession(service, { agent_runtime: "claude_code" });
  const transcript = texts.map((text) => `${answer(text)}\n`).join("");
  const { body } = await service.call<Page>("POST", `/sessions/${id}/subagent_transcripts`, {
    agent_id: "a",
    transcript,
  });
  const path = `/sessions/${id}/subagent_transcripts/${body.subagent_transcript.id}/timeline`;
  return { path, read: (query = "") => service.board.call<Page>("GET", `${path}${query}`) };
}

it("returns the lines of a subagent as entries of its session's runtime, from any line on", async () => {
  const { read } = await recorded(["One.", "Two."]);
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({ subagent_transcript: { agent_id: "a" }, to: 2, line_count: 2 });
  expect(body.entries).toMatchObject([
    {
      id: "0.0",
      index: 0,
      timestamp: "2026-01-01T00:00:00.000Z",
      event: { type: "assistant", text: "One." },
    },
    { id: "1.0", index: 1, event: { type: "assistant", text: "Two." } },
  ]);
  expect((await read("?from=1")).body.entries.map(({ id }) => id)).toEqual(["1.0"]);
  expect((await read("?from=9")).body).toMatchObject({ entries: [], to: 2, line_count: 2 });
});

it("returns a long one in pages", async () => {
  const { read } = await recorded(Array.from({ length: 1_200 }, (_, n) => `Line ${n}.`));
  expect((await read()).body).toMatchObject({ to: 1_000, line_count: 1_200 });
  expect((await read("?from=1000")).body.entries).toHaveLength(200);
});

it("is the same if its text is so long that another thread reads it", async () => {
  const texts = Array.from({ length: 1_100 }, (_, n) => `Line ${n} “${"word ".repeat(150)}”\n`);
  const { path, read } = await recorded(texts);
  const first = (await read()).body;
  expect(first).toMatchObject({
    subagent_transcript: { agent_id: "a" },
    to: 1_000,
    line_count: 1_100,
  });
  const rest = (await read("?from=1000")).body.entries;
  expect([...first.entries, ...rest].map(({ event }) => event)).toEqual(
    texts.map((text) => expect.objectContaining({ type: "assistant", text })),
  );
  const shown = await service.call<Page>("GET", `${path.replace("/timeline", "")}?include_transcript=true`);
  expect(shown.body.subagent_transcript).toMatchObject({
    agent_id: "a",
    transcript: texts.map((text) => `${answer(text)}\n`).join(""),
  });
  expect((await service.board.call("GET", `${path}/3/0/pictures/0`)).status).toBe(404);
});

it("is only for the board, and unknown to another session", async () => {
  const { path } = await recorded(["One."]);
  expect((await service.call("GET", path)).status).toBe(404);
  const other = await createSession(service);
  const elsewhere = path.replace(/^\/sessions\/\d+/, `/sessions/${other.id}`);
  expect((await service.board.call("GET", elsewhere)).status).toBe(404);
  expect((await service.board.call("GET", `${path}?from=-1`)).status).toBe(422);
});
