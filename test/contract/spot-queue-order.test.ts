/** @module-tag real-cli */

import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { SpotPolicy } from "../../server/domains/scheduling/admission/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { atRest, type Session } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  type HeldSession,
  heldSession,
  sessionOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Answered {
  session: Session;
  error?: string;
  message: string;
  outcome?: string;
  start?: { outcome: string; message: string };
  changes?: { id: number; precedence: number }[];
}

let service: BoardService;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_AGENTS_LANE_THREADS: "2" } });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => limit(10));

const limit = (max_concurrent_sessions: number) =>
  service.board.call("PATCH", "/inference/spot_policy", { max_concurrent_sessions });
const post = (id: number, action: string, body?: unknown) =>
  service.call<Answered>("POST", `/sessions/${id}/${action}`, body);
const patch = (id: number, body: unknown) => service.call<Answered>("PATCH", `/sessions/${id}`, body);
const create = (prompt: string, more: Record<string, unknown> = {}) =>
  createSession(service, { git_root, prompt, ...more });
const held = (more: Record<string, unknown> = {}): Promise<HeldSession> =>
  heldSession(service, { git_root, ...more });

/** The session whose turn the queue offers to stop for this one. */
async function victimOffered(id: number): Promise<unknown> {
  const { body } = await service.board.call<{ entries: { id: number; victim: unknown }[] }>(
    "GET",
    "/spot_queue",
  );
  return body.entries.find((entry) => entry.id === id)?.victim;
}

/** Everything that these sessions write to the log, in one text. */
async function logOf(id: number): Promise<string> {
  const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
  return body.logs.map(({ content }) => content).join("\n");
}

describe("start_now", () => {
  proves("E17", "R64")(
    "takes a queued turn, and is refused without one or while the policy holds it",
    async () => {
      const first = await held();
      await limit(1);
      const waiting = await create("#script say Mine.");
      expect(await post(waiting.id, "start_now")).toMatchObject({
        status: 422,
        body: { error: "Not started", message: expect.stringContaining("the limit is 1") },
      });
      expect((await sessionOf(service, waiting.id)).status).toBe("waiting");
      const idle = await clonedSession(service, { git_root });
      expect(await post(idle.id, "start_now")).toMatchObject({ status: 422 });
      expect(await post(first.session.id, "start_now")).toMatchObject({ status: 422 });
      await limit(2);
      await service.waitFor(waiting.id, atRest);
      await first.release();
    },
  );
});

describe("a new class", () => {
  proves(
    "E8",
    "R64",
    "X19",
    "X20",
  )("starts a waiting session as it becomes priority, once", async () => {
    const first = await held();
    await limit(1);
    const waiting = await create("#script say Mine.");
    const same = await patch(waiting.id, { scheduling_class: "spot" });
    expect(same.body.start).toBeUndefined();
    const promoted = await patch(waiting.id, { scheduling_class: "priority" });
    expect(promoted.body).toMatchObject({
      session: { priority_class: "priority" },
      start: { outcome: "started" },
    });
    expect((await patch(waiting.id, { scheduling_class: "priority" })).body.start).toBeUndefined();
    await service.waitFor(waiting.id, atRest);
    expect(await logOf(waiting.id)).toMatch(/class changed from spot to priority by API key/);

    const idle = await create("", { title: "No prompt" });
    expect((await patch(idle.id, { scheduling_class: "priority" })).body).toMatchObject({
      session: { scheduling_class: "priority" },
      start: { outcome: "refused" },
    });
    await first.release();
  });
});

describe("reorder_precedence", () => {
  proves("E19")("puts a session between two others, and reports what changed", async () => {
    const [top, low, moved] = await Promise.all(
      [9, 8, 0].map((precedence) => create("", { title: `Rank ${precedence}`, precedence })),
    );
    const place = { above_id: top?.id, below_id: low?.id };
    const path = `/sessions/${moved?.id}/reorder_precedence`;
    const answer = await service.call<Answered>("PATCH", path, place);
    expect(answer.body).toMatchObject({
      session: { id: moved?.id, precedence: 8 },
      changes: [
        { id: moved?.id, precedence: 8 },
        { id: top?.id, precedence: 10 },
        { id: low?.id, precedence: 7 },
      ],
    });
    const first = await service.call<Answered>("PATCH", path, { below_id: top?.id });
    expect(first.body.session.precedence).toBe(15);

    const urgent = await create("", { title: "Other class", scheduling_class: "priority" });
    for (const wrong of [{ above_id: moved?.id }, { above_id: urgent.id }, { below_id: 999_999 }])
      expect(await service.call("PATCH", path, wrong)).toMatchObject({ status: 422 });
  });
});

describe("over MCP", () => {
  proves("E17", "E19")("the order is changed and refused as over REST", async () => {
    await using mcp = await openMcpClient(service);
    const [one, other] = await Promise.all(
      [3, 2].map((precedence) => create("", { title: "Ranked", precedence })),
    );
    const moved = await mcp.says<Answered>("action_session", {
      session_id: other?.id,
      action: "reorder_precedence",
      below_id: one?.id,
    });
    expect(moved.facts.session.precedence).toBe(8);
    expect(moved.text).toContain(`Session ${other?.id}: precedence 8`);
    const refused = await mcp.refuses("action_session", { session_id: one?.id, action: "start_now" });
    expect(refused).toMatch(/^Error \(Not started\)/);
  });
});

describe("force_start", () => {
  proves(
    "E18",
    "R74",
    "R76",
  )("stops the turn that took a thread last, and only the one the caller expects", async () => {
    const older = await held({ title: "Older", scheduling_class: "priority" });
    const newer = await held({ title: "Newer" });
    const newest = newer.session.id;
    await limit(1);
    const waiting = await create("#script say Forced.");
    // Another would still be over the limit, so the board does not offer it.
    expect(await victimOffered(waiting.id)).toBeNull();
    expect(await post(waiting.id, "force_start", { expected_victim_id: newest })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("the limit is 1") },
    });
    await limit(2);
    expect(await victimOffered(waiting.id)).toMatchObject({ id: newest });
    await limit(10);
    const idle = await create("", { title: "Nothing to do" });

    expect(await post(waiting.id, "force_start", {})).toMatchObject({
      status: 422,
      body: { error: "Missing parameter" },
    });
    for (const [id, body] of [
      [waiting.id, { expected_victim_id: older.session.id }],
      [waiting.id, { expected_victim_id: newest, acting_session_id: newest }],
      [idle.id, { expected_victim_id: newest }],
    ] as const)
      expect(await post(id, "force_start", body)).toMatchObject({ status: 422 });
    expect((await sessionOf(service, newest)).status).toBe("running");

    const forced = await post(waiting.id, "force_start", { expected_victim_id: newest });
    expect(forced).toMatchObject({ status: 200, body: { session: { id: waiting.id } } });
    expect(forced.body.message).toContain(String(newest));
    await service.waitFor(waiting.id, atRest);
    expect(await logOf(newest)).toContain(`to start session ${waiting.id}`);
    await newer.release();
    await service.waitFor(newest, atRest);
    expect(await post(waiting.id, "force_start", { expected_victim_id: newest })).toMatchObject({
      status: 422,
    });
    await older.release();
    await service.waitFor(older.session.id, atRest);
  });
});

describe("a pause into the spot queue", () => {
  proves("E17")("gives the slot up until there is room, and goes on with the message", async () => {
    const session = await held();
    await limit(1);
    const urgent = await held({ scheduling_class: "priority" });
    const paused = await service.board.call<Answered>(
      "POST",
      `/sessions/${session.session.id}/pause_into_spot_queue`,
      { prompt: "#script say Went on." },
    );
    expect(paused).toMatchObject({ status: 200, body: { session: { status: "waiting" } } });
    await session.release();
    await urgent.release();
    const after = await service.waitFor(session.session.id, ({ status }) => status === "needs_input");
    expect(after.job_id).toBeNull();
    expect(await logOf(session.session.id)).toContain("Paused into the spot queue");
  });
});

describe("pause all", () => {
  proves("R49", "R168")(
    "stops every turn of whatever class, starts nothing, and goes on once somebody resumes",
    async () => {
      const spot = await held({ title: "Spot work" });
      const urgent = await held({ title: "Urgent work", scheduling_class: "priority" });
      const stopped = [spot.session.id, urgent.session.id];
      expect((await service.call("POST", "/spot_queue/pause_all")).status).toBe(404);
      const paused = await service.board.call<Answered>("POST", "/spot_queue/pause_all");
      expect(paused).toMatchObject({
        status: 200,
        body: { stopped: 2, message: expect.stringContaining("2 sessions stopped working") },
      });
      const later = await create("#script say Later.", { scheduling_class: "priority" });
      for (const id of [...stopped, later.id]) expect((await sessionOf(service, id)).status).toBe("waiting");
      expect(await post(later.id, "start_now")).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining("Everything is paused") },
      });
      const { body: seen } = await service.call<{
        waiting: { reasons: object[]; banners: object[] };
      }>("GET", `/sessions/${urgent.session.id}`);
      expect(seen.waiting).toMatchObject({
        reasons: [{ mechanism: "spot_pause", current: true, label: "Paused with everything else" }],
        banners: [{ action: { path: "/queue" } }],
      });
      const { body: queue } = await service.board.call<{
        entries: { id: number; starts: string }[];
        spot_policy: object;
      }>("GET", "/spot_queue");
      expect(queue.entries).toHaveLength(3);
      expect(queue.entries[0]?.starts).toBe("Starts once everything is resumed");
      expect(queue.spot_policy).toMatchObject({
        all_paused: { at: expect.any(String), by: expect.any(String) },
        decision: { allowed: false, reason: "all_paused" },
      });
      expect(service.service.status()).toMatchObject({ running: 0, paused: 2 });

      await spot.release();
      await urgent.release();
      const resumed = await service.board.call<Answered>("POST", "/spot_queue/resume_all");
      expect(resumed).toMatchObject({ status: 200, body: { resumed: 2 } });
      for (const id of [...stopped, later.id]) await service.waitFor(id, atRest);
      expect(service.service.status().paused).toBeNull();
      expect(await logOf(stopped[0] ?? 0)).toContain("paused everything");
    },
  );

  proves("R168")("holds whatever of quota cannot be read, which by itself holds nothing", async () => {
    using data = openServiceDatabase(service);
    const decision = async () =>
      (await service.board.call<{ spot_policy: SpotPolicy }>("GET", "/spot_queue")).body.spot_policy.decision;
    data.sql.exec("ALTER TABLE inference_accounts RENAME TO damaged");
    try {
      expect(await decision()).toMatchObject({
        allowed: true,
        reason: "unavailable",
        detail: "The quota could not be read, so only the number of sessions counts.",
      });
      await service.board.call("POST", "/spot_queue/pause_all");
      expect(await decision()).toMatchObject({ allowed: false, reason: "all_paused" });
      for (const scheduling_class of ["spot", "priority"]) {
        const { id } = await create("#script say Not yet.", { scheduling_class });
        expect((await sessionOf(service, id)).status).toBe("waiting");
        const { body } = await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`);
        expect(body.waiting.reasons).toMatchObject([{ label: "Held: everything is paused" }]);
      }
    } finally {
      data.sql.exec("ALTER TABLE damaged RENAME TO inference_accounts");
      await service.board.call("POST", "/spot_queue/resume_all");
    }
  });
});
