import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openPublishedClient, type PublishedClient } from "../support/published-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let client: PublishedClient;
let rested: Session;

beforeAll(async () => {
  service = await startTestService({
    environment: {
      SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json"),
      SERVICE_ARCHIVE_SECONDS: "0.2",
    },
  });
  rested = await restedSession(service, "#script say Plums are ripe.", {
    title: "Plum season",
    goal: "Say what is ripe.",
    custom_metadata: { basket: 7 },
  });
  client = await openPublishedClient(service);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const namesOf = async ({ client: open }: PublishedClient) =>
  (await open.listTools()).tools.map(({ name }) => name);

describe("the published client, when it starts", () => {
  proves("E1", "R117")("finds its way with a key and an address, trailing slash or not", async () => {
    await using slashed = await openPublishedClient({ url: `${service.url}/`, key: service.key });
    expect(await slashed.says("quick_search_sessions", { id: rested.id })).toContain("## Session Found");
  });

  test("tells that its key opens nothing, and ends", async () => {
    await expect(openPublishedClient({ url: service.url, key: "a-guess" })).rejects.toThrow(
      /API Error \(401\).*\n?.*Hint: Authentication failed/,
    );
  });

  test("has each of its tools and their actions called by a test of a published client", async () => {
    const tests = readdirSync(import.meta.dirname)
      .filter((name) => /^published-client.*\.test\.ts$/.test(name))
      .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
      .join("\n");
    const { tools } = await client.client.listTools();
    const words = tools.flatMap(({ name, inputSchema }) => {
      const { action } = (inputSchema.properties ?? {}) as { action?: { enum?: string[] } };
      return [name, ...(action?.enum ?? [])].map((word) => ({ tool: name, word }));
    });
    expect(words.filter(({ word }) => !tests.includes(`"${word}"`))).toEqual([]);
  });

  test("offers every tool, or those of the groups it was told", async () => {
    expect(await namesOf(client)).toHaveLength(18);
    await using own = await openPublishedClient(service, { TOOL_GROUPS: "self_session" });
    expect(await namesOf(own)).toEqual([
      "get_session",
      "get_configs",
      "action_session",
      "send_push_notification",
      "wake_me_up_later",
      "wake_me_up_when_session_changes_state",
    ]);
  });
});

describe("quick_search_sessions", () => {
  proves(
    "E1",
    "E2",
    "R6",
  )("lists, searches and pages", async () => {
    const other = await createSession(service, { title: "Pear season" });
    const all = await client.says("quick_search_sessions");
    expect(all).toContain("Found 2 session(s) (page 1 of 1):");
    expect(all).toContain(`### Plum season (ID: ${rested.id})\n\n- **Status:** needs_input`);
    expect(all).toContain("- **Prompt:** #script say Plums are ripe.");
    expect(await client.says("quick_search_sessions", { per_page: 1 })).toContain(
      "*More sessions available. Use page=2 to see the next page.*",
    );
    const found = await client.says("quick_search_sessions", { query: "pear sea", agent_runtime: "pi" });
    expect(found).toContain("Found 1 session(s)");
    expect(found).toContain(`### Pear season (ID: ${other.id})`);
    const waiting = { status: "waiting" };
    expect(await client.says("quick_search_sessions", waiting)).toContain("Found 1 session(s)");
    await client.says("action_session", { action: "archive", session_id: other.id });
    const nothing = "No sessions found matching the specified criteria.";
    expect(await client.says("quick_search_sessions", waiting)).toBe(nothing);
    expect(await client.says("quick_search_sessions", { query: "pear" })).toBe(nothing);
    const archived = { query: "pear", show_archived: true };
    expect(await client.says("quick_search_sessions", archived)).toContain("- **Status:** archived");
  });

  proves("R2")("tells that there is no such session", async () => {
    expect(await client.refuses("quick_search_sessions", { id: 987_654 })).toBe(
      "Error searching sessions: API Error (404): Session not found",
    );
  });
});

describe("get_session", () => {
  proves(
    "E7",
    "R2",
    "R20",
  )("tells what a session is, by id or slug", async () => {
    const text = await client.says("get_session", { id: rested.id });
    for (const line of [
      "## Session: Plum season",
      `- **Slug:** ${rested.slug}`,
      `- **Repository:** ${rested.git_root}`,
      "- **Branch:** main",
      "- **Goal:** Say what is ripe.",
      `- **Claude Session ID:** ${rested.session_id}`,
      '"basket": 7',
      `- **Created:** ${rested.created_at}`,
    ]) {
      expect(text).toContain(line);
    }
    expect(await client.says("get_session", { id: rested.slug })).toBe(text);
    expect(await client.refuses("get_session", { id: "no-such-slug" })).toBe(
      "Error getting session: API Error (404): Session not found",
    );
  });

  proves(
    "E34",
    "R54",
    "R56",
  )("shows the transcript raw, and as a reading copy from either address it asks", async () => {
    const shown = (more: Record<string, unknown>) =>
      client.says("get_session", { id: rested.id, include_transcript: true, ...more });
    expect(await shown({})).toMatch(/### Transcript\n```\n\{"type":.*Plums are ripe\./s);
    const copy = await transcriptOf(service, rested.id);
    for (const transcript_format of ["text", "json"])
      expect(await shown({ transcript_format })).toContain(`### Transcript\n\`\`\`\n${copy}`);
    const { id } = await createSession(service);
    for (const transcript_format of ["text", "json"])
      expect(
        await client.refuses("get_session", { id, include_transcript: true, transcript_format }),
      ).toContain("API Error (404): The session has no transcript yet");
  });

  proves(
    "E36",
    "E41",
    "R6",
  )("adds the timeline and the agents of the session, in pages", async () => {
    const path = `/sessions/${rested.id}`;
    await service.call("POST", `${path}/logs`, { content: "Pitted.", level: "warning" });
    for (const agent_id of ["agent-1", "agent-2"]) {
      const agent = { agent_id, description: `Stoned ${agent_id}`, subagent_type: "stoner" };
      await service.call("POST", `${path}/subagent_transcripts`, { ...agent, status: "completed" });
    }
    const first = await client.says("get_session", {
      id: rested.id,
      include_logs: true,
      logs_per_page: 1,
      include_subagent_transcripts: true,
      transcripts_per_page: 1,
    });
    expect(first).toMatch(/\*\*\[WARNING\]\*\* .*Z\n {3}Pitted\./);
    expect(first).toContain("Use logs_page=2 to see the next page");
    expect(first).toContain("### Subagent Transcripts (2 total, page 1 of 2)");
    const second = { id: rested.id, include_subagent_transcripts: true, transcripts_page: 2 };
    expect(await client.says("get_session", { ...second, transcripts_per_page: 1 })).toMatch(
      /\*\*Stoned agent-\d\*\* \(completed\)\n {3}Stoned agent-\d\n {3}Type: stoner/,
    );
  });
});

describe("what there is to choose from", () => {
  const facts = [
    "### Ledger\n- **Name:** `ledger`\n- **Description:** Sales figures of the shop, read only.",
    "### Orchard API\n- **Name:** `orchard-api`\n- **Git Root:** `file:///srv/demo/orchard.git`",
    "- **Default Branch:** `main`\n- **Default Subdirectory:** `api`\n- **Default MCP Servers:** `clock`",
    "- **Default Goal:** `open-reviewed-green-pr`\n- **Default Skills:** `tidy-diff`\n- **Default Model:** `sonnet`",
    "- **ID:** `codebase-question`",
  ];

  proves("E155", "X14")("is told by get_configs in the client's own words", async () => {
    const text = await client.says("get_configs", { force_refresh: true });
    for (const fact of facts) expect(text).toContain(fact);
    expect(await client.says("get_configs")).toContain("Returned from cache");
  });

  proves("E155", "X14")("is told as resources too, limited to the roots that are allowed", async () => {
    await using narrow = await openPublishedClient(service, { ALLOWED_AGENT_ROOTS: "orchard-api" });
    expect(await narrow.says("get_configs")).not.toContain("`router`");
    const refused = await narrow.refuses("start_session", { agent_root: "router", prompt: "Route." });
    expect(refused).toMatch(/^Error starting session: /);
    const { contents } = await client.client.readResource({
      uri: "agent-orchestrator://configs/agent-roots",
    });
    expect(JSON.stringify(contents)).toContain("Takes loose requests");
  });
});

describe("get_transcript_archive", () => {
  proves("E142")("tells where the archive is, and how old and large", async () => {
    // It is written in the background and is there as soon as its status is.
    const calls = await vi.waitFor(() => client.says("get_transcript_archive"), { timeout: 20_000 });
    expect(calls).toMatch(/- \*\*Generated At:\*\* \d{4}-.*Z\n- \*\*Session Count:\*\* [1-9]/);
    expect(calls).toMatch(/- \*\*File Size:\*\* \d+(\.\d)? (B|KB)/);
    const url = /\*\*URL:\*\* `([^`]+)`/.exec(calls)?.[1] ?? "";
    const zip = await fetch(url, { headers: { "x-api-key": service.key } });
    expect([zip.status, zip.headers.get("content-type")]).toEqual([200, "application/zip"]);
    await zip.arrayBuffer();
  });

  proves("E142")("says that there is none yet", async () => {
    await using fresh = await startTestService({ environment: { SERVICE_ARCHIVE_SECONDS: "3600" } });
    await using reader = await openPublishedClient(fresh);
    expect(await reader.refuses("get_transcript_archive")).toMatch(
      /^Error getting transcript archive: API Error \(404\): /,
    );
  });
});
