import { afterAll, beforeAll, describe, expect } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { askQuestion } from "../support/questions.ts";
import type { Session } from "../support/service.ts";
import { clonedSession, createSession, failedSession, heldSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const decided = (id: number): Promise<Session> => service.waitFor(id, ({ attention }) => attention !== null);

const ended = async (prompt: string): Promise<Session> => {
  const { id } = await createSession(service, { prompt });
  return decided(id);
};

const listed = async (query: string): Promise<number[]> => {
  const { body } = await service.call<{ sessions: Session[] }>("GET", `/sessions?per_page=100&${query}`);
  return body.sessions.map(({ id }) => id);
};

/** After a turn that changed nothing more. */
const changesDone = "Its changes were marked as done";

const correct = (id: number, kind: string | null) =>
  service.call<{ session: Session }>("PATCH", `/sessions/${id}/attention`, { kind });

describe("attention", () => {
  proves("R227")("is the question that the last answer ends on", async () => {
    const session = await ended("#script say I can use SQLite or Postgres. Which one do you prefer?");
    expect(session.attention).toMatchObject({
      kind: "question",
      reason: "Which one do you prefer?",
      said: "I can use SQLite or Postgres. Which one do you prefer?",
      corrected: false,
    });
    expect(session.status).toBe("needs_input");
  });

  proves("R227")("says what the agent said last, in one line and without secrets", async () => {
    const key = `sk-ant-api03-${"a1B2".repeat(23)}-AA`;
    const session = await ended(`#script say ## Result\\n\\nThe **tests** pass with ${key}.\\n- All of them`);
    expect(session.attention?.said).toMatch(/^The tests pass with .+ All of them$/);
    expect(session.attention?.said).not.toContain(key);
  });

  proves("R227")("is done after an answer without a question, changes or a pull request", async () => {
    expect((await ended("#script say Done.")).attention).toMatchObject({ kind: "done" });
  });

  proves("R227")(
    "is a review of changes until a person marks them as done, whoever looks at them",
    async () => {
      const session = await ended("#script bash printf 'one\\ntwo\\n' > new.txt\n#script say Added a file.");
      const review = { kind: "review", reason: "1 changed file to look at (+2 −0)" };
      expect(session.attention).toMatchObject(review);
      const path = `/sessions/${session.id}/changes/diff?path=new.txt`;
      expect((await service.board.call("GET", path)).status).toBe(200);
      expect((await service.board.call("GET", `/sessions/${session.id}?viewed=true`)).status).toBe(200);
      expect((await correct(session.id, "done")).body.session.attention).toMatchObject({ kind: "done" });
      expect((await correct(session.id, null)).body.session.attention).toMatchObject(review);

      await correct(session.id, "done");
      const settled = service.waitFor(session.id, ({ attention }) => attention?.reason === changesDone);
      await service.call("POST", `/sessions/${session.id}/follow_up`, {
        prompt: "#script say Nothing more.",
      });
      expect((await settled).attention).toMatchObject({ kind: "done", corrected: false });
    },
  );

  proves("R227")("is a failure with its reason", async () => {
    const { attention } = await failedSession(service);
    expect(attention?.kind).toBe("failed");
    expect(attention?.reason).not.toBe("");
  });

  proves("R227")("is idle for a clone without work, and null while the session works", async () => {
    expect((await clonedSession(service)).attention).toMatchObject({ kind: "idle" });
    const held = await heldSession(service);
    expect((await sessionOf(service, held.session.id)).attention).toBeNull();
    await held.release();
    expect((await decided(held.session.id)).attention?.kind).toBe("done");
  });

  proves("R227")("is the question that an MCP server asks while the agent waits", async () => {
    const held = await heldSession(service);
    const { id } = held.session;
    await askQuestion(service, id, {
      id: "branch",
      message: "May I delete the branch?",
      requestedSchema: {},
    });
    expect((await decided(id)).attention).toMatchObject({
      kind: "question",
      reason: "May I delete the branch?",
    });
    expect((await correct(id, "done")).status).toBe(409);
    await held.release();
  });
});

describe("the filter", () => {
  proves("R228")("lists only sessions that wait for one of the kinds", async () => {
    const question = await ended("#script say Shall I go on?");
    const done = await ended("#script say All good.");
    const failed = await failedSession(service);
    const both = await listed("attention=question,failed");
    expect(both).toEqual(expect.arrayContaining([question.id, failed.id]));
    expect(both).not.toContain(done.id);
    expect(await listed("attention=done")).toContain(done.id);
    expect(await listed("attention=")).toEqual(await listed(""));
    const answer = await service.call("GET", "/sessions?attention=question,angry");
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: "Invalid attention",
        message: 'Unknown attention "angry". Valid: question, failed, review, ci, done, idle',
      },
    });
  });
});

describe("a correction", () => {
  proves("E175")("holds until the session works again, and can be taken back", async () => {
    const { id } = await ended("#script say Shall I go on?");
    const { status, body } = await correct(id, "done");
    expect(status).toBe(200);
    expect(body.session.attention).toMatchObject({
      kind: "done",
      reason: "Marked as done",
      corrected: true,
    });
    expect((await correct(id, null)).body.session.attention).toMatchObject({
      kind: "question",
      corrected: false,
    });
    await correct(id, "review");
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Done." });
    const again = await service.waitFor(id, ({ attention }) => attention?.corrected === false);
    expect(again.attention?.kind).toBe("done");
  });

  proves("E175")("is refused for an unknown kind and for a session that works", async () => {
    const held = await heldSession(service);
    expect((await correct(held.session.id, "failed")).status).toBe(422);
    expect(await correct(held.session.id, "done")).toMatchObject({
      status: 409,
      body: { error: "Session is not waiting for anyone" },
    });
    await held.release();
  });
});
