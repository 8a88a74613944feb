import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  failedSession,
  heldSession,
  restedSession,
  sessionOf,
  transcriptOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

type Answered = { session: Session; message: string; error?: string };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (id: number | string, action: string, body?: unknown) =>
  service.call<Answered>("POST", `/sessions/${id}/${action}`, body);

describe("pause", () => {
  proves("E14", "R57")("stops a running turn and leaves the session needing input", async () => {
    const { session } = await heldSession(service);
    const { status, body } = await post(session.id, "pause");
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ status: "needs_input", job_id: null, running_job_id: null });
    expect((await post(session.id, "pause")).status).toBe(422);
    expect((await post(session.id, "follow_up", { prompt: "#script say Went on." })).status).toBe(200);
    await service.waitFor(session.id, atRest);
    expect(await transcriptOf(service, session.id)).toContain("## Assistant\n\nWent on.");
  });

  proves(
    "E14",
    "X8",
    "R148",
  )("is refused in every other state, with a label", async () => {
    const { id } = await createSession(service);
    const failed = await failedSession(service);
    for (const session of [id, failed.id]) {
      expect(await post(session, "pause")).toMatchObject({ status: 422, body: { error: "Cannot pause" } });
    }
    expect((await post(987_654, "pause")).status).toBe(404);
  });
});

describe("sleep", () => {
  proves(
    "E15",
    "R58",
    "X5",
  )("moves a session to waiting with a timestamp, until it gets a message", async () => {
    const { id } = await clonedSession(service);
    const { body } = await post(id, "sleep");
    expect(body.session).toMatchObject({
      status: "waiting",
      deliberate_sleep_at: expect.stringMatching(/Z$/),
      job_id: null,
    });
    expect((await post(id, "sleep")).status).toBe(422);
    expect((await post(id, "follow_up", { prompt: "#script say Awake." })).status).toBe(200);
    expect(await service.waitFor(id, atRest)).toMatchObject({
      status: "needs_input",
      deliberate_sleep_at: null,
    });
  });

  proves("R58")("of a running session takes effect when its turn ends", async () => {
    const held = await heldSession(service);
    const { body } = await post(held.session.id, "sleep");
    expect(body.session).toMatchObject({ status: "running", deliberate_sleep_at: null });
    await held.release();
    const asleep = await service.waitFor(held.session.id, ({ status }) => status !== "running");
    expect(asleep).toMatchObject({ status: "waiting", deliberate_sleep_at: expect.any(String) });
  });

  proves("E15", "X8")("is refused in every other state", async () => {
    const { id } = await createSession(service);
    expect(await post(id, "sleep")).toMatchObject({ status: 422, body: { error: "Cannot sleep" } });
    expect((await post((await failedSession(service)).id, "sleep")).status).toBe(422);
  });
});

describe("restart", () => {
  proves("E16", "R61")("of a failed session clears the failure and runs from the start", async () => {
    const failed = await failedSession(service);
    expect(failed).toMatchObject({ failure_reason: "git_clone_failed", failure_detail: expect.any(String) });
    await makeGitRepository(join(service.folder, "nowhere"));
    const { status, body } = await post(failed.id, "restart");
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ status: "running", failure_reason: null, failure_detail: null });
    expect(await service.waitFor(failed.id, atRest)).toMatchObject({ status: "needs_input" });
    await rm(join(service.folder, "nowhere"), { recursive: true });
  });

  proves("E16", "R61")(
    "takes another repository, branch or folder while nothing could be cloned",
    async () => {
      const failed = await failedSession(service);
      const elsewhere = await service.repository();
      for (const body of [{ git_root: "--upload-pack=sh" }, { git_root: elsewhere, branch: "-x" }]) {
        expect((await post(failed.id, "restart", body)).status, JSON.stringify(body)).toBe(422);
      }
      const missing = await post(failed.id, "restart", { git_root: elsewhere, subdirectory: "not/here" });
      expect(missing.body.session).toMatchObject({ git_root: elsewhere, subdirectory: "not/here" });
      expect(await service.waitFor(failed.id, ({ status }) => status === "failed")).toMatchObject({
        failure_reason: "git_clone_failed",
      });
      expect((await post(failed.id, "restart", { subdirectory: "" })).status).toBe(200);
      const rested = await service.waitFor(failed.id, atRest);
      expect(rested).toMatchObject({ status: "needs_input", git_root: elsewhere, subdirectory: null });
      expect(await transcriptOf(service, failed.id)).toContain("Work");
      // Now it has a clone, and a conversation that belongs to it.
      expect(await post(failed.id, "restart", { git_root: await service.repository() })).toMatchObject({
        status: 422,
        body: { error: "Cannot restart" },
      });
      expect((await post(failed.id, "restart", { git_root: elsewhere })).status).toBe(200);
      await service.waitFor(failed.id, atRest);
    },
  );

  proves("R61", "E16")("continues the existing conversation", async () => {
    const rested = await restedSession(service, "#script say Before the restart.");
    await post(rested.id, "restart");
    const again = await service.waitFor(rested.id, (session) => atRest(session));
    expect(again.session_id).toBe(rested.session_id);
    expect(await transcriptOf(service, rested.id)).toContain("Before the restart.");
  });

  proves(
    "E16",
    "X6",
    "X8",
    "R36",
  )("is refused for an archived session and for one without a resumable id", async () => {
    const { id } = await createSession(service);
    await post(id, "archive");
    expect(await post(id, "restart")).toMatchObject({ status: 422, body: { error: "Cannot restart" } });
    const rested = await restedSession(service);
    using data = openServiceDatabase(service);
    data.sql.prepare("UPDATE sessions SET conversation_id = NULL WHERE id = ?").run(rested.id);
    const refused = await post(rested.id, "restart");
    expect(refused).toMatchObject({ status: 422, body: { error: "Cannot restart" } });
    expect(refused.body.message).toContain("Session has no session_id");
  });
});

describe("archive", () => {
  proves(
    "E10",
    "R5",
    "R59",
    "X17",
  )("takes a session off the list, and says when its files are deleted", async () => {
    const { id } = await createSession(service);
    const { status, body } = await service.call<Answered & { trash_after: string }>(
      "POST",
      `/sessions/${id}/archive`,
    );
    expect(status).toBe(200);
    expect(body.session).toMatchObject({
      status: "archived",
      archived_at: expect.any(String),
      trash_after: body.trash_after,
    });
    expect(Date.parse(body.trash_after)).toBeGreaterThan(Date.now());
    const { message, ...rest } = body;
    expect(message).toMatch(/trash/);
    expect(JSON.stringify(rest).replaceAll('"trash_after"', "")).not.toMatch(/trash/i);
    const listed = await service.call<{ sessions: Session[] }>("GET", "/sessions?per_page=100");
    expect(listed.body.sessions.map((session) => session.id)).not.toContain(id);
    expect((await post(id, "archive")).status).toBe(422);
    expect((await post(id, "archive", { force: true, end_turn: true })).status).toBe(422);
  });

  proves(
    "R71",
    "X8",
    "R59",
  )("checks the queue, then the turn; end_turn allows only ending the turn", async () => {
    const { session } = await heldSession(service);
    const { id } = session;
    const turn = await post(id, "archive");
    expect(turn).toMatchObject({ status: 422, body: { error: "A turn is in flight" } });
    await post(id, "follow_up", { prompt: `${"q".repeat(200)} end` });
    for (const body of [undefined, { end_turn: true }, { force: false, end_turn: true }]) {
      const refused = await post(id, "archive", body);
      expect(refused.status).toBe(422);
      expect(refused.body.error).not.toBe("A turn is in flight");
      expect(refused.body.message).toContain("q".repeat(160));
    }
    expect((await sessionOf(service, id)).status).toBe("running");
    const { body } = await service.call<{ enqueued_messages: { id: number }[] }>(
      "GET",
      `/sessions/${id}/enqueued_messages`,
    );
    await service.call("DELETE", `/sessions/${id}/enqueued_messages/${body.enqueued_messages[0]?.id}`);
    expect((await post(id, "archive", { end_turn: true })).body.session.status).toBe("archived");
    const logs = await service.call<{ logs: { content: string }[] }>(
      "GET",
      `/sessions/${id}/logs?level=warning`,
    );
    expect(logs.body.logs.map(({ content }) => content).join()).toMatch(
      /Archived by API key "env-[0-9a-f]{8}"/,
    );
  });

  proves("R71", "X42")("with force ends the turn and discards the queue", async () => {
    const { session } = await heldSession(service);
    await post(session.id, "follow_up", { prompt: "Never sent" });
    const { body } = await post(session.id, "archive", { force: true });
    expect(body.session).toMatchObject({ status: "archived", job_id: null, running_job_id: null });
    const left = await service.call<{ enqueued_messages: { status: string }[] }>(
      "GET",
      `/sessions/${session.id}/enqueued_messages`,
    );
    expect(left.body.enqueued_messages.map(({ status }) => status)).toEqual(["undelivered"]);
  });

  proves("R59")("is allowed from every state", async () => {
    const asleep = await clonedSession(service);
    await post(asleep.id, "sleep");
    for (const { id } of [asleep, await failedSession(service), await clonedSession(service)])
      expect((await post(id, "archive")).status).toBe(200);
  });
});

describe("unarchive", () => {
  type Back = Answered & { clone_restored: boolean };
  const back = (id: number) => service.call<Back>("POST", `/sessions/${id}/unarchive`);

  proves("E11", "R60")(
    "of a session that never ran leaves it needing input, and restores no clone",
    async () => {
      const { id } = await createSession(service);
      expect((await back(id)).status).toBe(422);
      await post(id, "archive");
      const { status, body } = await back(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        clone_restored: false,
        message: expect.any(String),
        session: { status: "needs_input", archived_at: null, trash_after: null },
      });
      expect((await back(id)).body.error).toBe("Cannot restore");
      const failed = await failedSession(service);
      await post(failed.id, "archive");
      expect((await back(failed.id)).body.session).toMatchObject({
        status: "needs_input",
        failure_reason: null,
        failure_detail: null,
      });
    },
  );

  proves("R60")("restores a deleted clone, and the conversation", async () => {
    const rested = await restedSession(service, "#script say Before the trash.");
    await post(rested.id, "archive");
    await rm(String(rested.metadata["clone_path"]), { recursive: true });
    const { body } = await back(rested.id);
    expect(body).toMatchObject({
      clone_restored: true,
      session: { status: "needs_input", session_id: rested.session_id },
    });
    expect((await post(rested.id, "follow_up", { prompt: "#script say After it." })).status).toBe(200);
    await service.waitFor(rested.id, atRest);
    const text = await transcriptOf(service, rested.id);
    expect(text.indexOf("After it.")).toBeGreaterThan(text.indexOf("Before the trash."));
  });
});
