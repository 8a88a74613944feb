/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SubagentTranscript } from "../../server/domains/transcripts/subagents/model.ts";
import { credentialLines, credentialPlaces } from "../../server/lib/redaction/credential-places.test-data.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

type One = { subagent_transcript: SubagentTranscript };
type Page = { subagent_transcripts: SubagentTranscript[]; pagination: { total_count: number } };

const claude = join(import.meta.dirname, "../clis/node_modules/.bin/claude");
const longMs = 60_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = (session: number, rest = "") => `/sessions/${session}/subagent_transcripts${rest}`;
const list = async (session: number, query = ""): Promise<Page> =>
  (await service.call<Page>("GET", path(session, query))).body;
const post = (session: number, body: unknown) => service.call<One>("POST", path(session), body);

describe("the record of a subagent", () => {
  proves(
    "E43",
    "E42",
    "E44",
    "E45",
  )("is created, read, changed and removed", async () => {
    const { id } = await createSession(service);
    const { status, body } = await post(id, {
      agent_id: "a1",
      subagent_type: "explorer",
      duration_ms: 45_000,
      total_tokens: 12_500,
      transcript: '{"a":1}\n{"b":2}\n',
    });
    const made = body.subagent_transcript;
    expect(status).toBe(201);
    expect(made).toMatchObject({
      session_id: id,
      agent_id: "a1",
      status: null,
      message_count: 0,
      formatted_duration: "45s",
      formatted_tokens: "12.5k",
      display_label: "explorer",
    });
    expect(made).not.toHaveProperty("transcript");
    const one = path(id, `/${made.id}`);
    const shown = await service.call<One>("GET", `${one}?include_transcript=true`);
    expect(shown.body.subagent_transcript.transcript).toBe('{"a":1}\n{"b":2}\n');
    expect((await service.call<One>("GET", one)).body.subagent_transcript).toEqual(made);

    const changed = await service.call<One>("PATCH", one, {
      id: 7,
      session_id: 7,
      agent_id: "a2",
      description: "Looks around",
      status: "failed",
      message_count: 3,
      tool_use_count: 2,
      tool_use_id: "toolu_1",
      filename: "agent-a2.jsonl",
      subagent_type: null,
      transcript: "plain words",
    });
    expect(changed.body.subagent_transcript).toMatchObject({
      id: made.id,
      session_id: id,
      agent_id: "a2",
      display_label: "Looks around",
      status: "failed",
      message_count: 3,
      tool_use_count: 2,
      duration_ms: 45_000,
      subagent_type: null,
    });
    const again = await service.call<One>("GET", `${one}?include_transcript=true`);
    expect(again.body.subagent_transcript.transcript).toBe("plain words\n");

    expect((await service.call("DELETE", one)).status).toBe(204);
    expect((await service.call("GET", one)).status).toBe(404);
    expect((await service.call("DELETE", one)).status).toBe(404);
  });

  proves("E41", "R6")("is listed by status and type, in the order they were started", async () => {
    const { id } = await createSession(service);
    await post(id, { agent_id: "one", status: "running", subagent_type: "explorer" });
    await post(id, { agent_id: "two", status: "completed", subagent_type: "explorer" });
    await post(id, { agent_id: "three", status: "completed", subagent_type: "planner" });
    const names = async (query: string) =>
      (await list(id, query)).subagent_transcripts.map(({ agent_id }) => agent_id);
    expect(await names("")).toEqual(["one", "two", "three"]);
    expect(await names("?status=completed")).toEqual(["two", "three"]);
    expect(await names("?status=completed&subagent_type=explorer")).toEqual(["two"]);
    expect(await names("?status=&subagent_type=")).toEqual(["one", "two", "three"]);
    expect(await names("?status=unheard-of")).toEqual([]);
    expect(await names("?page=2&per_page=2")).toEqual(["three"]);
    expect((await list(id)).pagination).toMatchObject({ total_count: 3, total_pages: 1 });
  });

  proves(
    "E42",
    "E43",
    "E44",
  )("is refused without an agent, twice for one agent, and for another session", async () => {
    const { id } = await createSession(service);
    const other = await createSession(service);
    expect((await post(id, { description: "Nobody" })).status).toBe(422);
    expect((await post(id, { agent_id: " " })).status).toBe(422);
    expect((await post(id, { agent_id: "a", status: "asleep" })).status).toBe(422);
    const { body } = await post(id, { agent_id: "a" });
    expect(await post(id, { agent_id: "a" })).toMatchObject({
      status: 422,
      body: { error: "Duplicate agent" },
    });
    const second = await post(id, { agent_id: "b" });
    const rename = path(id, `/${second.body.subagent_transcript.id}`);
    expect((await service.call("PATCH", rename, { agent_id: "a" })).status).toBe(422);
    expect((await service.call("PATCH", rename, { agent_id: "b" })).status).toBe(200);
    const foreign = path(other.id, `/${body.subagent_transcript.id}`);
    expect((await service.call("GET", foreign)).status).toBe(404);
    expect((await service.call("PATCH", foreign, { status: "failed" })).status).toBe(404);
    expect((await post(987_654, { agent_id: "a" })).status).toBe(404);
  });

  proves(
    "R8",
    "E43",
    "E44",
  )("contains no posted secret, wherever it is read", async () => {
    const { id } = await createSession(service);
    const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5"}`;
    const { body } = await post(id, {
      agent_id: "a",
      description: `Uses ${token}`,
      transcript: `${JSON.stringify({ said: `export TOKEN=${token}` })}\n`,
    });
    const one = path(id, `/${body.subagent_transcript.id}?include_transcript=true`);
    const stored = JSON.stringify([body, (await service.call("GET", one)).body]);
    expect(stored).toContain("[REDACTED:");
    expect(stored).not.toContain(token);
    await service.call("PATCH", one, { transcript: `token ${token}\n` });
    const plain = (await service.call<One>("GET", one)).body.subagent_transcript.transcript;
    expect(plain).toContain("[REDACTED:");
    expect(plain).not.toContain(token);
  });

  proves("R7", "R8")(
    "has no credential of 10,000 random ones in each place where people write them",
    async () => {
      const { id } = await restedSession(service);
      for (const place of credentialPlaces) {
        const lines = credentialLines(place, 10_000);
        const transcript = `${lines.map(({ line }) => JSON.stringify({ said: line })).join("\n")}\n`;
        const { status, body } = await post(id, { agent_id: place.place, transcript });
        expect(status).toBe(201);
        const one = path(id, `/${body.subagent_transcript.id}?include_transcript=true`);
        const { subagent_transcript: shown } = (await service.call<One>("GET", one)).body;
        const stored = shown.transcript?.trimEnd().split("\n") ?? [];
        expect(stored).toHaveLength(lines.length);
        expect(lines.filter(({ secret }, at) => stored[at]?.includes(secret))).toEqual([]);
      }
    },
    4 * longMs,
  );

  proves("E43")("updates the time of its parent's transcript, for the archive to notice", async () => {
    const { id } = await restedSession(service);
    using data = openServiceDatabase(service);
    data.sql.prepare("UPDATE transcripts SET updated_at = 1 WHERE session_id = ?").run(id);
    await post(id, { agent_id: "late" });
    const { at } = data.sql
      .prepare<[number], { at: number }>("SELECT updated_at AS at FROM transcripts WHERE session_id = ?")
      .get(id) ?? { at: 0 };
    expect(at).toBeGreaterThan(1);
  });
});

describe("an agent that claude starts", () => {
  it(
    "is recorded with its redacted lines and its figures",
    async (context) => {
      if (!existsSync(claude)) return context.skip("claude is not installed in test/clis");
      const token = `ghp_${"bC4eF6hJ8kL0nM2qR4tU6wY8aB0dE2gH4jK6"}`;
      const inner = `#script bash cmd=printf '%s%s' ghp_ ${token.slice(4)}\\n#script say Found it.`;
      const prompt = `#script task background=false description=Search agent=general-purpose prompt=${inner}\n#script say Done.`;
      const { id } = await createSession(service, { agent_runtime: "claude_code", prompt });
      await service.waitFor(id, atRest, longMs);
      const { subagent_transcripts: found } = await list(id);
      expect(found).toHaveLength(1);
      const [agent] = found;
      expect(agent).toMatchObject({
        status: "completed",
        subagent_type: "general-purpose",
        description: expect.stringMatching(/Search|scripted/),
        tool_use_id: expect.stringMatching(/\w/),
        tool_use_count: 1,
        total_tokens: expect.any(Number),
        duration_ms: expect.any(Number),
        filename: expect.stringMatching(/^agent-.*\.jsonl$/),
      });
      expect(agent?.message_count).toBeGreaterThanOrEqual(4);
      const shown = await service.call<One>("GET", path(id, `/${agent?.id}?include_transcript=true`));
      const { transcript = "" } = shown.body.subagent_transcript;
      expect(transcript).toContain("Found it.");
      expect(transcript).toContain("[REDACTED:");
      expect(transcript).not.toContain(token);
      for (const line of transcript.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
    },
    longMs,
  );
});
