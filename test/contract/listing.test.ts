import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openSelfClient } from "../support/self-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const summary = "The kiln is hot.";

let service: TestService;
let session: Session;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_SMALL_MODEL: "" },
    scenarios: [{ matches: /^What is the status of this session/, script: `#script say ${summary}` }],
  });
  session = await restedSession(service, "#script say Glazing the third bowl.", { title: "Kiln" });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("a summary", () => {
  proves("R41")(
    "is written without its own session, so that none is listed or searched",
    async () => {
      await vi.waitFor(
        async () => {
          const { body } = await service.call("GET", `/sessions/${session.id}`);
          expect(body).toMatchObject({ status_summary: { summary } });
        },
        { timeout: 45_000, interval: 50 },
      );
      using data = openServiceDatabase(service);
      expect(data.sql.prepare("SELECT id FROM sessions").all()).toEqual([{ id: session.id }]);
      const everywhere = "show_archived=true";
      for (const path of [
        `/sessions?${everywhere}`,
        `/sessions?${everywhere}&view=ranked`,
        `/sessions/search?q=Kiln&${everywhere}`,
        `/sessions/search?q=Where+does+this+session+stand&search_contents=true&${everywhere}`,
      ]) {
        const { body } = await service.call<{ sessions: Session[] }>("GET", path);
        expect(
          body.sessions.filter(({ id }) => id !== session.id),
          path,
        ).toEqual([]);
      }
    },
    90_000,
  );
});

describe("an agent that searches", () => {
  proves("R47")("searches transcripts too, and continues from its cursor", async () => {
    const second = await restedSession(service, "#script say Glazing the fourth bowl.");
    const { id } = await createSession(service, { title: "Reader" });
    await using agent = await openSelfClient(service, id);
    const search = async (input: Record<string, unknown>) => {
      const answer = await agent.call("quick_search_sessions", { query: "glazing the", ...input });
      const facts = answer.facts as { sessions: Session[]; content_scan?: { next_cursor: string | null } };
      return { text: answer.text, ids: facts.sessions.map((found) => found.id), scan: facts.content_scan };
    };
    expect((await search({ query: "third bowl." })).scan).toBeUndefined();
    expect((await search({ query: '":"Glazing the third' })).ids).toEqual([]);
    const first = await search({ search_contents: true, per_page: 1 });
    expect(first.ids).toEqual([second.id]);
    const cursor = first.scan?.next_cursor;
    expect(first.text).toContain(`More with scan_cursor ${cursor}.`);
    const next = await search({ search_contents: true, per_page: 1, scan_cursor: cursor });
    expect(next.ids).toEqual([session.id]);
  });
});
