import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession, failedSession, heldSession } from "../support/sessions.ts";

/** Plain requests that other tests make only through MCP or the board's page; the API's document shows them. */
let service: TestService;
let session: Session;

beforeAll(async () => {
  const SERVICE_CATALOG = join(import.meta.dirname, "../support/catalog/air.json");
  service = await startTestService({ environment: { SERVICE_CATALOG } });
  session = await clonedSession(service, { title: "Sort the pears" });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Answered {
  session: Session;
  enqueued_message: { id: number; content: string; position: number };
  changes: { id: number }[];
  outcome: string;
}
const call = (method: string, path: string, body?: unknown) =>
  service.call<Answered>(method, `/sessions/${path}`, body);
const change = async (what: string, body: object): Promise<Session> => {
  const answer = await call("PATCH", `${session.id}/${what}`, body);
  expect(answer.status, what).toBe(200);
  return answer.body.session;
};

test.each([
  { mcp_servers: ["clock"] },
  { catalog_skills: ["tidy-diff"] },
  { catalog_hooks: ["note-start"] },
  { catalog_plugins: ["review-kit"] },
])("a session is given %o", async (equipment) => {
  expect(await change(Object.keys(equipment).join(), equipment)).toMatchObject(equipment);
});

test("what a session waits for is corrected by a person", async () => {
  expect(await change("attention", { kind: "review" })).toMatchObject({
    attention: { kind: "review", corrected: true },
  });
});

test("messages that wait for a turn are read and put into another order", async () => {
  const held = await heldSession(service);
  const at = `${held.session.id}/enqueued_messages`;
  const first = await call("POST", at, { content: "Then sort the plums" });
  const { id } = first.body.enqueued_message;
  await call("POST", at, { content: "Sort the quinces before that" });
  expect((await call("GET", `${at}/${id}`)).body.enqueued_message.content).toBe("Then sort the plums");
  const moved = await call("PATCH", `${at}/${id}/reorder`, { position: 2 });
  expect(moved).toMatchObject({ status: 200, body: { enqueued_message: { position: 2 } } });
  const sent = await call("POST", `${at}/${id}/interrupt`, { acting_session_id: session.id });
  expect(sent.status).toBe(200);
  await held.release();
});

test("a session that could not be cloned is started again, with another repository", async () => {
  const failed = await failedSession(service);
  const git_root = await service.repository();
  const { status, body } = await call("POST", `${failed.id}/restart`, { git_root });
  expect(status).toBe(200);
  expect(body.session.git_root).toBe(git_root);
});

test("a turn that waits for its next try starts when somebody says so", async () => {
  const port = await freePort();
  const { id } = await createSession(service, {
    git_root: `http://127.0.0.1:${port}/pears.git`,
    prompt: "Sort the pears",
  });
  await service.waitFor(id, ({ status, job_id }) => status === "waiting" && job_id !== null);
  const retried = async () => (await call("POST", `${id}/start_now`)).body.outcome;
  await expect.poll(retried, { timeout: 20_000 }).toBe("started");
});

test("a session in the middle of its turn is archived, which ends the turn", async () => {
  const held = await heldSession(service);
  expect((await call("POST", `${held.session.id}/archive`, { end_turn: true })).status).toBe(200);
  await held.release();
});

test("sessions are ordered by a list, and one between two others", async () => {
  const [one, other] = [await createSession(service, { title: "Plums" }), await createSession(service)];
  const ordered = await call("PUT", "order", { session_ids: [other.id, one.id], reason: "Plums can wait" });
  expect(ordered).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  const moved = await call("PATCH", `${one.id}/reorder_precedence`, { below_id: other.id });
  expect(moved.status).toBe(200);
});
