/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, heldSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;
let git_root: string;

beforeAll(async () => {
  service = await startTestService({ environment: { SERVICE_AGENT_THREADS: "1" } });
  data = openServiceDatabase(service);
  git_root = await service.repository();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const waitingOf = async (id: number): Promise<Waiting> =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting;

const set = (id: number, columns: Record<string, string | number | null>): void => {
  const names = Object.keys(columns);
  data.sql
    .prepare(`UPDATE sessions SET ${names.map((name) => `${name} = @${name}`).join(", ")} WHERE id = @id`)
    .run({ ...columns, id });
};

describe("waiting", () => {
  proves("R49", "R50")("tells whose turn would give its thread to the one that is queued", async () => {
    const held = await heldSession(service, { title: "At work" });
    const { id } = await createSession(service, { git_root, prompt: "#script say Mine." });
    const { reasons, banners } = await waitingOf(id);
    expect(reasons).toEqual([
      {
        mechanism: "turn_queued",
        label: "Queued: the only agent is busy",
        at: expect.stringMatching(/Z$/),
        current: true,
        demoted: false,
      },
    ]);
    expect(banners).toEqual([
      {
        key: "queued_turn",
        tone: "info",
        headline: "Queued: the only agent is busy",
        body: [expect.stringContaining("as soon as an agent is free"), expect.any(String)],
        details: [
          { label: "Queued", value: expect.stringMatching(/UTC$/) },
          { label: "Would be stopped", value: expect.stringContaining("At work") },
        ],
        action: { kind: "force_start", label: "Start now", expected_victim_id: held.session.id },
      },
    ]);
    expect(await waitingOf(held.session.id)).toEqual({ reasons: [], banners: [] });
    await held.release();
    await service.waitFor(id, atRest);
    expect(await waitingOf(id)).toEqual({ reasons: [], banners: [] });
  });

  proves("R49", "R50")("says when a turn without quota resumes", async () => {
    const { id } = await createSession(service, {
      git_root,
      agent_runtime: "claude_code",
      prompt: "#script limit resets_in=3600",
    });
    await service.waitFor(
      id,
      ({ status, failure_detail }) => status === "waiting" && failure_detail !== null,
    );
    const { reasons, banners } = await waitingOf(id);
    expect(reasons).toMatchObject([{ mechanism: "auth_outage_park", current: true }]);
    expect(banners).toMatchObject([
      {
        key: "auth_outage",
        tone: "warning",
        headline: "Out of quota",
        action: { kind: "open_in_browser", label: "Accounts", path: "/inference" },
      },
    ]);
    expect(banners[0]?.body.join(" ")).toMatch(/resumes automatically at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect((await service.call("DELETE", `/sessions/${id}`)).status).toBe(204);
  });

  proves("R50")("reports a lost question, a missing sign-in and a scheduled wake", async () => {
    const { id } = await createSession(service, { git_root });
    const servers = [{ server_name: "tracker", server_url: "https://tracker.example/mcp" }];
    set(id, {
      lost_elicitation: JSON.stringify({ reason: "expired", summary: "Which one?", at: 1, request_id: "r" }),
      oauth_required_servers: JSON.stringify(servers),
    });
    data.sql
      .prepare(
        `INSERT INTO wakes (session_id, prompt, wake_at, scheduled_at, timezone, state, created_at)
         VALUES (?, 'Look again', ?, '2999-01-01T00:00:00', 'UTC', 'armed', 0)`,
      )
      .run(id, Date.UTC(2999, 0, 1));
    const asleep = await waitingOf(id);
    expect(asleep.banners.map(({ key, action }) => [key, action?.kind])).toEqual([
      ["mcp_oauth_required", "open_in_browser"],
      ["lost_elicitation", "follow_up"],
      ["pending_wake", "follow_up"],
    ]);
    expect(asleep.banners.at(-1)?.headline).toBe("Asleep until 2999-01-01 00:00 UTC");
    set(id, { status: "needs_input", waiting_kind: null });
    expect((await waitingOf(id)).banners.map(({ key }) => key)).not.toContain("pending_wake");
  });

  proves("R50")("leaves out what cannot be read, and answers all the same", async () => {
    const { id } = await createSession(service, { git_root });
    set(id, { lost_elicitation: "{", oauth_required_servers: "no JSON" });
    const answer = await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`);
    expect([answer.status, answer.body.waiting]).toEqual([200, { reasons: [], banners: [] }]);
  });
});
