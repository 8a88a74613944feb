import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import type { StatusSummary } from "../../server/domains/transcripts/summaries/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession, failedSession, promptsWith, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Answered {
  session_id: number;
  message: string;
  status_summary: StatusSummary;
  board_rows: Record<string, { agent_root: string | null; status_summary: string | null }>;
}

const title = "Greeting for named visitors";
const summary = "The greeting takes a name. It waits for a review.";

/** Several CLI processes, one after the other, on a machine that may be busy. */
const startsClis = 90_000;

let service: TestService;
/** One whose owner wants no small model. */
let quiet: TestService;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_SMALL_MODEL: "" },
    scenarios: [
      { matches: /^Name this session/, script: `#script say ${title}` },
      { matches: /^What is the status of this session/, script: `#script say ${summary}` },
    ],
  });
  quiet = await startTestService();
});
afterAll(() => Promise.all([service[Symbol.asyncDispose](), quiet[Symbol.asyncDispose]()]));

const regenerate = (of: TestService, id: number) =>
  of.call<Answered>("POST", `/sessions/${id}/regenerate_status_summary`);

const summaryOf = async (of: TestService, id: number): Promise<StatusSummary> =>
  (await of.call<Answered>("GET", `/sessions/${id}`)).body.status_summary;

/** The summary once its attempt is over. */
const summarised = (of: TestService, id: number): Promise<StatusSummary> =>
  vi.waitFor(
    async () => {
      const found = await summaryOf(of, id);
      if (found.state === "ready" || found.error !== null) return found;
      throw new Error(`No summary: ${JSON.stringify(found)}`);
    },
    { timeout: 45_000, interval: 50 },
  );

describe("a session that finishes a turn", () => {
  proves("R48", "R40", "R189")(
    "gets a title and a summary from the small model of its own CLI",
    async () => {
      const { id, slug } = await restedSession(service, "#script say Done.");
      const named = await service.waitFor(id, (session) => session.title === title, 45_000);
      expect(named.slug).toBe(slug);
      expect(await summarised(service, id)).toEqual({
        state: "ready",
        generating: false,
        error: null,
        summary,
        messages_since_generated: 0,
      });
      for (const path of ["/sessions?include=board_row", `/sessions/search?q=Greeting&include=board_row`]) {
        const { body } = await service.call<Answered>("GET", path);
        expect(body.board_rows[id]).toEqual({ agent_root: null, status_summary: summary });
      }

      const beside = openServiceDatabase(service);
      const calls = beside.sql
        .prepare("SELECT * FROM ad_hoc_usage WHERE subject_session_id = ? ORDER BY source")
        .all(id);
      beside[Symbol.dispose]();
      expect(calls).toMatchObject([
        { source: "session_title", agent_runtime: "pi", input_tokens: expect.any(Number) },
        { source: "status_summary", agent_runtime: "pi", output_tokens: expect.any(Number) },
      ]);
      expect(await readdir(join(service.folder, "data", "inference"))).toEqual([]);
      expect(await regenerate(service, id)).toMatchObject({ status: 202, body: { session_id: id } });
    },
    startsClis,
  );

  proves("R48")(
    "keeps the title its caller gave",
    async () => {
      const { id } = await restedSession(service, "#script say Done.", { title: "Mine" });
      await summarised(service, id);
      expect((await service.waitFor(id, () => true)).title).toBe("Mine");
    },
    startsClis,
  );
});

describe("regenerate_status_summary", () => {
  proves("E21", "R48")("refuses an unknown session, and reading writes nothing", async () => {
    for (const { id } of [await createSession(quiet), await failedSession(quiet)]) {
      expect(await regenerate(quiet, id)).toMatchObject({
        status: 422,
        body: { error: "Cannot regenerate status summary" },
      });
      expect(await summaryOf(quiet, id)).toEqual({
        state: "idle",
        generating: false,
        error: null,
        summary: null,
        messages_since_generated: null,
      });
    }
    expect((await regenerate(quiet, 999_999)).status).toBe(404);
  });

  proves("E21", "R48")(
    "returns 202 and shows with the session why there is none",
    async () => {
      const { id } = await restedSession(quiet);
      const answer = await regenerate(quiet, id);
      expect(answer).toMatchObject({ status: 202, body: { session_id: id } });
      expect(answer.body).toHaveProperty("message", expect.any(String));
      expect(await summarised(quiet, id)).toMatchObject({
        state: "idle",
        error: "The small model is turned off",
        summary: null,
      });
    },
    startsClis,
  );
});

describe("a stop of the service", () => {
  proves("R48")(
    "leaves no attempt pending: the next start repeats it",
    async () => {
      const environment = { SERVICE_SMALL_MODEL: "" };
      const first = await startTestService({
        environment,
        scenarios: [{ matches: /^What is the status of this session/, script: "#script hang" }],
      });
      const { id } = await restedSession(first, "#script say Done.", { title: "Mine" });
      expect((await regenerate(first, id)).status).toBe(202);
      await vi.waitFor(
        () => expect(promptsWith(first, "What is the status of this session")).toHaveLength(1),
        {
          timeout: 45_000,
        },
      );
      expect(await summaryOf(first, id)).toMatchObject({ state: "pending", generating: true });
      await first.service.close();
      await first.model.close();

      const scenarios = [
        { matches: /^What is the status of this session/, script: `#script say ${summary}` },
      ];
      await using second = await startTestService({ environment, folder: first.folder, scenarios });
      expect(await summarised(second, id)).toMatchObject({ state: "ready", summary });
    },
    startsClis,
  );
});
