import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Found {
  query: string;
  search_contents: boolean;
  sessions: Session[];
  pagination: Record<string, number | null>;
  content_scan: {
    complete: boolean;
    timed_out: boolean;
    scanned_sessions: number;
    candidate_sessions: number;
    next_cursor: string | null;
  };
  board_rows?: Record<string, unknown>;
}

let service: TestService;
let spoken: Session;
let titled: Session;
let labelled: Session;
let archived: Session;

beforeAll(async () => {
  service = await startTestService();
  const git_root = await service.repository();
  spoken = await restedSession(service, '#script say The ZEBRA says "hello".\\nÄpfel.', {
    git_root,
    title: "One",
  });
  titled = await createSession(service, { git_root, title: "Zebra crossing" });
  labelled = await createSession(service, {
    git_root,
    title: "Three",
    custom_metadata: { animal: "zebra", id: 7 },
  });
  await createSession(service, { git_root, title: "Four" });
  archived = await restedSession(service, "#script say An old zebra.", { git_root, title: "Five" });
  await service.call("POST", `/sessions/${archived.id}/archive`);
});
afterAll(() => service[Symbol.asyncDispose]());

async function search(parameters: Record<string, string>, from = service): Promise<Found> {
  const query = new URLSearchParams({ search_contents: "true", ...parameters });
  const answer = await from.call<Found>("GET", `/sessions/search?${query}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const found = async (parameters: Record<string, string>): Promise<number[]> =>
  (await search(parameters)).sessions.map(({ id }) => id);

describe("the search of transcripts", () => {
  proves(
    "E2",
    "R42",
    "R44",
  )("finds titles, metadata and transcripts, newest first, ignoring case", async () => {
    const all = [labelled.id, titled.id, spoken.id];
    for (const q of ["zebra", "ZeBrA", "eb"]) expect(await found({ q }), q).toEqual(all);
    expect(await found({ q: "the zebra says" })).toEqual([spoken.id]);
    expect(await found({ q: "ÄPFEL" })).toEqual([spoken.id]);
    expect(await found({ q: "zebra says nothing" })).toEqual([]);
    expect(await found({ query: "zebra", search_contents: "1" })).toEqual(all);
    expect(await found({ q: "the zebra says", search_contents: "false" })).toEqual([]);
  });

  proves("R44")(
    "compares with the JSON text: a quote or a line break matches in its JSON spelling",
    async () => {
      expect(await found({ q: 'says \\"hello\\"' })).toEqual([spoken.id]);
      expect(await found({ q: 'says "hello"' })).toEqual([]);
      expect(await found({ q: '\\".\\nÄpfel' })).toEqual([spoken.id]);
      expect(await found({ q: '".\nÄpfel' })).toEqual([]);
    },
  );

  proves("R43")(
    "tries a key with and without the space after its colon, in metadata and transcripts",
    async () => {
      for (const q of ['"id": 7, "animal": "zebra"', '"id":7, "animal":"zebra"'])
        expect(await found({ q })).toEqual([labelled.id]);
      for (const q of ['"role":"assistant"', '"role": "assistant"'])
        expect(await found({ q })).toEqual([spoken.id]);
    },
  );

  proves("E2", "R46")("reports how far it got, and no totals", async () => {
    const answer = await search({ q: "zebra", page: "7", per_page: "50", include: "board_row" });
    expect(answer).toMatchObject({
      query: "zebra",
      search_contents: true,
      pagination: { page: 1, per_page: 50, total_count: null, total_pages: null },
      content_scan: {
        complete: true,
        timed_out: false,
        scanned_sessions: 4,
        candidate_sessions: 4,
        next_cursor: null,
      },
    });
    expect(Object.keys(answer.board_rows ?? {})).toHaveLength(3);
    expect(await search({ q: "zebra" })).not.toHaveProperty("board_rows");
  });

  proves("R46")("continues from its cursor, with no gap and no repeat", async () => {
    const pages: number[][] = [];
    const scanned: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { sessions, content_scan }: Found = await search({
        q: "zebra",
        per_page: "1",
        scan_cursor: cursor,
      });
      pages.push(sessions.map(({ id }) => id));
      scanned.push(content_scan.scanned_sessions);
      expect(content_scan.complete).toBe(content_scan.next_cursor === null);
      cursor = content_scan.next_cursor;
    }
    expect(pages).toEqual([[labelled.id], [titled.id], [spoken.id]]);
    expect(scanned).toEqual([2, 1, 1]);
  });

  proves("E2", "R46")("refuses a cursor that did not come from a search", async () => {
    for (const cursor of ["nonsense", "MS4y.", "MS4yLjM", "MTIz", "%00", "=", "x".repeat(5_000)]) {
      const query = new URLSearchParams({ q: "zebra", search_contents: "true", scan_cursor: cursor });
      const answer = await service.call("GET", `/sessions/search?${query}`);
      expect(answer, cursor).toMatchObject({ status: 422, body: { error: "Invalid scan_cursor" } });
    }
  });

  proves("E2", "R37")("accepts the filters of the list, and refuses what the list refuses", async () => {
    expect(await found({ q: "zebra", show_archived: "true" })).toEqual([
      archived.id,
      labelled.id,
      titled.id,
      spoken.id,
    ]);
    expect(await search({ q: "zebra", status: "archived" })).toMatchObject({
      sessions: [{ id: archived.id }],
      content_scan: { candidate_sessions: 1, scanned_sessions: 1 },
    });
    expect(await found({ q: "zebra", agent_runtime: "codex" })).toEqual([]);
    for (const wrong of ["status=nope", "view=nope"])
      expect(
        await service.call("GET", `/sessions/search?q=zebra&search_contents=true&${wrong}`),
      ).toMatchObject({
        status: 422,
      });
  });

  proves("E2", "X3")("requires a query like every search", async () => {
    for (const query of ["", "&q=", `&q=${"x".repeat(1_001)}`])
      expect(await service.call("GET", `/sessions/search?search_contents=true${query}`)).toMatchObject({
        status: 400,
      });
  });

  proves("E2")("no longer finds what is deleted", async () => {
    const { id } = await restedSession(service, "#script say A quagga.");
    expect(await found({ q: "a quagga" })).toEqual([id]);
    await service.call("DELETE", `/sessions/${id}`);
    expect(await found({ q: "a quagga" })).toEqual([]);
  });

  proves("R45", "R46")("stops at its budget, but searches at least one session", async () => {
    await using hurried = await startTestService({
      environment: { SERVICE_CONTENT_SEARCH_BUDGET_SECONDS: "0", SERVICE_CONTENT_SEARCH_CHUNK_SIZE: "2" },
    });
    const git_root = await hurried.repository();
    const oldest = await createSession(hurried, { git_root, title: "Zebra" });
    for (let n = 0; n < 2; n++) await createSession(hurried, { git_root, title: "Horse" });
    const one = await search({ q: "zebra" }, hurried);
    expect(one).toMatchObject({
      sessions: [],
      content_scan: { complete: false, timed_out: true, scanned_sessions: 1, candidate_sessions: 3 },
    });
    const two = await search({ q: "zebra", scan_cursor: one.content_scan.next_cursor ?? "" }, hurried);
    const three = await search({ q: "zebra", scan_cursor: two.content_scan.next_cursor ?? "" }, hurried);
    expect(three).toMatchObject({
      sessions: [{ id: oldest.id }],
      content_scan: { complete: true, timed_out: false, scanned_sessions: 1, next_cursor: null },
    });
  });
});
