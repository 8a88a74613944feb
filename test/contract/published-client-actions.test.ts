import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openPublishedClient, type PublishedClient } from "../support/published-client.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, heldSession, restedSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let client: PublishedClient;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json") },
  });
  client = await openPublishedClient(service);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

type Input = Record<string, unknown>;

/** The number behind a label of the client's page. */
const numberAfter = (label: string, text: string): number =>
  Number(new RegExp(`\\*\\*${label}:\\*\\* (\\d+)`).exec(text)?.[1]);

describe("start_session", () => {
  proves(
    "E3",
    "R9",
    "R21",
    "R32",
  )("creates a session from the given fields, and drops fields that are no longer known", async () => {
    const text = await client.says("start_session", {
      agent_root: "orchard-api",
      title: "Graft",
      slug: "graft",
      execution_provider: "remote_sandbox",
      mcp_servers: [],
      skills: ["seed-shop"],
      plugins: [],
      custom_metadata: { tree: "quince" },
      auto_compact_window: 120_000,
    });
    expect(text).toMatch(/## Session Started Successfully\n\n- \*\*ID:\*\* \d+\n- \*\*Title:\*\* Graft/);
    expect(text).toContain("- **Status:** waiting\n- **Slug:** graft\n\n*No prompt was provided.");
    const session = await sessionOf(service, numberAfter("ID", text));
    expect(session).toMatchObject({
      slug: "graft",
      subdirectory: "api",
      metadata: { agent_root_key: "orchard-api" },
      custom_metadata: { tree: "quince" },
      mcp_servers: [],
      catalog_skills: ["seed-shop"],
      catalog_plugins: [],
      auto_compact_window: 120_000,
    });
    expect(session).not.toHaveProperty("execution_provider");
  });

  proves("R26", "R23")(
    "recognizes a goal sent as its description, and queues a session with a prompt",
    async () => {
      const text = await client.says("start_session", {
        agent_root: "orchard-api",
        prompt: "What is a quince?",
        goal: "codebase-question",
        mcp_servers: [],
        skills: [],
      });
      expect(text).toContain("*The agent job has been queued and will start shortly.*");
      const { goal, prompt } = await sessionOf(service, numberAfter("ID", text));
      expect({ goal, prompt }).toEqual({ goal: "codebase-question", prompt: "What is a quince?" });
    },
  );

  proves(
    "R3",
    "R26",
    "X47",
  )("says in a sentence why no session was created", async () => {
    const root = { agent_root: "orchard-api" };
    const reasons: [Input, string][] = [
      [{ agent_root: "pear-api" }, 'There is no agent root named "pear-api"'],
      [{}, "Specify an agent_root, or the repository as git_root"],
      [{ ...root, slug: "2026" }, "A slug cannot be all digits, because that would be an id"],
      [{ ...root, goal: "no-such-goal" }, 'Goal "no-such-goal" is not in the goal catalog; known goals: '],
      [{ ...root, mcp_servers: ["sundial"] }, 'Unknown MCP server "sundial"'],
      [{ ...root, skills: ["juggling"] }, 'Unknown skill "juggling"'],
      [{ ...root, agent_runtime: "abacus" }, '"abacus"'],
    ];
    for (const [input, reason] of reasons) {
      const text = await client.refuses("start_session", input);
      expect(text).toContain("Error starting session: API Error (422): ");
      expect(text).toContain(reason);
    }
  });
});

const act = (action: string, input: Input = {}) => client.says("action_session", { action, ...input });
const refused = (action: string, input: Input = {}) => client.refuses("action_session", { action, ...input });

describe("action_session for turns, the trash and forks", () => {
  proves(
    "E12",
    "E14",
    "E16",
  )("sends follow-ups, also immediate ones, pauses and restarts", async () => {
    const { session, release } = await heldSession(service);
    const session_id = session.id;
    const queued = await act("follow_up", { session_id, prompt: "#script say Later." });
    expect(queued).toContain("## Follow-up Sent\n");
    expect(queued).toContain("- **New Status:** running\n- **Message:** ");
    const now = await act("follow_up", {
      session_id,
      prompt: "#script say Sooner.",
      force_immediate: true,
    });
    expect(now).toContain("## Follow-up Sent Immediately\n");
    await release();
    await service.waitFor(session_id, (seen) => atRest(seen) && seen.running_job_id === null);
    expect(await transcriptOf(service, session_id)).toMatch(/Sooner\.[^]*Later\./);

    const second = await heldSession(service);
    const paused = await act("pause", { session_id: second.session.id });
    expect(paused).toContain("## Session Paused\n");
    expect(paused).toContain("- **New Status:** needs_input");
    expect(await refused("pause", { session_id: second.session.id })).toContain(
      "API Error (422): Only a running session can be paused; this one is needs_input",
    );
    await second.release();
    expect(await act("restart", { session_id: second.session.slug })).toMatch(
      /## Session Restarted\n[^]*- \*\*New Status:\*\* (running|waiting)\n- \*\*Message:\*\* /,
    );
    await service.waitFor(second.session.id, atRest);
  });

  proves(
    "E10",
    "E11",
    "E6",
    "X21",
  )("archives one or many sessions, and unarchives one", async () => {
    const { id: session_id } = await createSession(service);
    expect(await act("archive", { session_id })).toMatch(
      /## Session Archived\n[^]*- \*\*New Status:\*\* archived\n- \*\*Archived At:\*\* \d{4}-/,
    );
    const gone = "API Error (422): The session is archived; unarchive it first";
    expect(await refused("archive", { session_id })).toContain(gone);
    expect(await refused("follow_up", { session_id, prompt: "Hello?" })).toContain(gone);
    expect(await act("unarchive", { session_id })).toMatch(
      /## Session Unarchived\n[^]*- \*\*New Status:\*\* needs_input/,
    );
    expect(await refused("unarchive", { session_id })).toContain("The session is not archived");
    const many = await act("bulk_archive", { session_ids: [session_id, 987_654] });
    expect(many).toContain("- **Archived:** 1\n- **Errors:** 1\n  - Session 987654: Not Found");
    expect((await sessionOf(service, session_id)).status).toBe("archived");
  });

  proves("E20", "R77")("forks from a line of the transcript", async () => {
    const source = await restedSession(service, "#script say Seed.", { title: "Tree" });
    const forked = await act("fork", { session_id: source.id, message_index: 4 });
    expect(forked).toContain("- **Title:** Fork of Tree\n- **Status:** needs_input\n- **Message:** ");
    const made = await sessionOf(service, numberAfter("New Session ID", forked));
    expect(made.metadata).toMatchObject({ forked_from_session_id: source.id });
    expect(await refused("fork", { session_id: source.id, message_index: 9_999 })).toContain(
      "there is no line 9999",
    );
  });

  proves("E22", "E5")("refreshes one session, or all of them", async () => {
    const { id: session_id } = await restedSession(service);
    expect(await act("refresh", { session_id })).toMatch(/## Session Refreshed\n[^]*\*\*Message:\*\* \w+/);
    const unread = await createSession(service);
    expect(await refused("refresh", { session_id: unread.id })).toContain("API Error (422): ");
    expect(await act("refresh_all")).toMatch(
      /- \*\*Message:\*\* .+\n- \*\*Refreshed:\*\* \d+\n- \*\*Restarted:\*\* \d+\n- \*\*Continued:\*\* \d+\n- \*\*Errors:\*\* \d+/,
    );
  });
});

describe("action_session for the settings of a session", () => {
  let session: Session;
  beforeAll(async () => {
    session = await createSession(service, { title: "Cellar" });
  });

  proves(
    "E24",
    "E28",
    "R81",
  )("changes its servers and its model", async () => {
    const session_id = session.id;
    expect(await act("change_mcp_servers", { session_id, mcp_servers: ["clock"] })).toContain(
      "- **MCP Servers:** clock",
    );
    expect(await act("change_mcp_servers", { session_id, mcp_servers: [] })).toContain(
      "- **MCP Servers:** (none)",
    );
    expect(await refused("change_mcp_servers", { session_id, mcp_servers: ["sundial"] })).toContain(
      'API Error (422): Unknown MCP server "sundial"',
    );
    const model = String(session.config["model"]);
    expect(await act("change_model", { session_id, model })).toContain(`- **Model:** ${model}`);
    expect(await refused("change_model", { session_id, model: "abacus" })).toContain(
      'API Error (422): "abacus" is not a model of the runtime pi',
    );
  });

  proves(
    "E30",
    "E31",
    "E32",
    "X22",
  )("changes title, notes, heartbeat and star", async () => {
    const session_id = session.id;
    expect(await act("update_title", { session_id, title: "Vault" })).toContain("- **Title:** Vault");
    expect(await refused("update_title", { session_id, title: "v".repeat(101) })).toContain(
      "API Error (422): The title must have 1 to 100 characters",
    );
    await act("update_notes", { session_id, session_notes: "Cool and dark." });
    expect(await refused("update_notes", { session_id, session_notes: "n".repeat(50_001) })).toContain(
      "API Error (422): session_notes can have at most 50000 characters",
    );
    expect(await act("set_heartbeat", { session_id, enabled: true, interval_seconds: 90 })).toContain(
      "- **Heartbeat Enabled:** Yes\n- **Interval:** 90 seconds",
    );
    expect(await act("set_heartbeat", { session_id, enabled: false })).toContain(
      "- **Heartbeat Enabled:** No\n- **Interval:** 90 seconds",
    );
    expect(await act("toggle_favorite", { session_id })).toContain(
      "- **Title:** Vault\n- **Favorited:** Yes",
    );
    expect(await sessionOf(service, session_id)).toMatchObject({
      title: "Vault",
      session_notes: "Cool and dark.",
      heartbeat_enabled: false,
      favorited: true,
    });
    expect(await act("toggle_favorite", { session_id })).toContain("- **Favorited:** No");
  });
});

describe("manage_enqueued_messages", () => {
  proves(
    "E46",
    "E47",
    "E48",
    "E49",
    "E50",
    "E51",
    "E52",
    "R202",
  )("manages the queue of a running session", async () => {
    const { session, release } = await heldSession(service);
    const queue = (action: string, input: Input = {}) =>
      client.says("manage_enqueued_messages", { session_id: session.id, action, ...input });
    const add = async (content: string) => numberAfter("ID", await queue("create", { content }));

    expect(await queue("list")).toBe("## Enqueued Messages\n\nNo enqueued messages found.");
    const first = await add("#script say First.");
    const second = await add("#script say Second.");
    const third = await add("#script say Third.");
    expect(await queue("list", { per_page: 2 })).toMatch(
      /\(3 total, page 1 of 2\)\n[^]*### Position 1 \(ID: \d+\)\n- \*\*Status:\*\* pending\n/,
    );
    expect(await queue("reorder", { message_id: third, position: 1 })).toContain("**New Position:** 1");
    const goal = "Stay in line.";
    await queue("update", { message_id: first, content: "#script say Changed.", goal });
    expect(await queue("get", { message_id: first })).toMatch(
      /- \*\*Position:\*\* 2\n[^]*Changed\.\n- \*\*Goal:\*\* Stay in line\./,
    );
    expect(await queue("delete", { message_id: third })).toContain("has been removed from the queue");
    const interrupted = await queue("interrupt", { message_id: second });
    expect(interrupted).toMatch(/## Message Sent as Interrupt\n[^]*- \*\*Message:\*\* \w+/);
    expect(await queue("send_now", { content: "#script say Urgent." })).toMatch(
      /## Message Sent Immediately\n[^]*- \*\*Result:\*\* \w+/,
    );
    await release();
    await service.waitFor(session.id, (seen) => atRest(seen) && seen.running_job_id === null);
    const transcript = await transcriptOf(service, session.id);
    expect(transcript).toContain("Urgent.");
    expect(transcript).toContain("Changed.");
    expect(transcript).not.toContain("Third.");
  });

  proves(
    "E47",
    "E51",
    "R202",
  )("says what it cannot find or move", async () => {
    const { session, release } = await heldSession(service);
    const refuses = (action: string, input: Input) =>
      client.refuses("manage_enqueued_messages", { session_id: session.id, action, ...input });
    for (const action of ["get", "update", "delete", "interrupt"])
      expect(await refuses(action, { message_id: 987_654, content: "x" })).toContain("API Error (404): ");
    expect(await refuses("create", { content: " " })).toContain("API Error (422): ");
    expect(await refuses("create", { content: "x", goal: "no-such-goal" })).toContain("known goals: ");
    const text = await client.says("manage_enqueued_messages", {
      session_id: session.slug,
      action: "create",
      content: "Alone",
    });
    expect(await refuses("reorder", { message_id: numberAfter("ID", text), position: 5 })).toContain(
      "API Error (422): ",
    );
    await release();
  });
});

describe("respond_to_elicitation", () => {
  proves("E143", "X9")("is for a person: with a key it is refused before anything is read", async () => {
    for (const [request_id, action_type] of [
      [randomUUID(), "accept"],
      ["../../sessions/1", "decline"],
    ] as const)
      expect(await client.refuses("respond_to_elicitation", { request_id, action_type })).toMatch(
        /^Error responding to elicitation: API Error \(403\): This requires a signed-in person/,
      );
  });
});
