/** @module-tag real-cli */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { clonedSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Message {
  role: string;
  content: string;
  transcript_index: number;
}

const messagesOf = async (id: number): Promise<Message[]> =>
  (await service.call<{ messages: Message[] }>("GET", `/sessions/${id}/conversation`)).body.messages;
const fork = (id: number, body: unknown) =>
  service.call<{ session: Session; message: string; error: string }>("POST", `/sessions/${id}/fork`, body);

/** Two turns of one runtime; the second is not to be known to a fork from the first. */
async function twoTurns(agent_runtime: string): Promise<Session> {
  const made = await restedSession(service, "Remember the word marzipan.\n#script say I keep marzipan.", {
    agent_runtime,
  });
  await service.call("POST", `/sessions/${made.id}/follow_up`, {
    prompt: "Forget it: liquorice.\n#script say Liquorice now.",
  });
  return service.waitFor(made.id, (session) => atRest(session));
}

describe.each(["pi", "claude_code", "codex"])("a fork of a %s session", (runtime) => {
  proves("E20", "R77")(
    "continues from that line, with the clone as it was then",
    async () => {
      const source = await twoTurns(runtime);
      const clone = String(source.metadata["clone_path"]);
      await writeFile(join(clone, "uncommitted.txt"), "kept\n");
      const answered = (await messagesOf(source.id)).find(({ content }) =>
        content.includes("I keep marzipan"),
      );
      const index = answered?.transcript_index ?? -1;
      const made = await fork(source.id, { message_index: index });
      expect(made).toMatchObject({
        status: 201,
        body: {
          session: { status: "needs_input", title: `Fork of ${source.title}`, agent_runtime: runtime },
        },
      });
      const { id, metadata, session_id } = made.body.session;
      expect(metadata).toMatchObject({ forked_from_session_id: source.id, forked_at_message_index: index });
      expect(metadata["clone_path"]).not.toBe(clone);
      expect(session_id).not.toBe(source.session_id);
      expect((await messagesOf(id)).map(({ content }) => content).join("\n")).not.toContain("iquorice");
      const word = `fork-of-${runtime}`;
      await service.call("POST", `/sessions/${id}/follow_up`, {
        prompt: `What was ${word}?\n#script bash cat uncommitted.txt\n#script say Read.`,
      });
      const done = await service.waitFor(id, (session) => atRest(session) && session.running_job_id === null);
      expect(done).toMatchObject({ status: "needs_input", failure_reason: null });
      const messages = await messagesOf(id);
      expect(messages.map(({ content }) => content).join("\n")).toContain("kept");
      expect(messages.filter(({ content }) => content.includes("I keep marzipan"))).toHaveLength(1);
      const asked = service.model.requests().filter(({ body }) => JSON.stringify(body).includes(word));
      expect(asked.length).toBeGreaterThan(0);
      for (const { body } of asked) {
        expect(JSON.stringify(body)).toContain("I keep marzipan");
        expect(JSON.stringify(body)).not.toContain("Liquorice now");
      }
    },
    60_000,
  );
});

proves("E20")("leaves the source as it was", async () => {
  const source = await restedSession(service);
  const before = await service.call<{ session: Session }>("GET", `/sessions/${source.id}`);
  const [prompt] = await messagesOf(source.id);
  expect((await fork(source.id, { message_index: prompt?.transcript_index })).status).toBe(201);
  const after = await service.call<{ session: Session }>("GET", `/sessions/${source.id}`);
  expect(after.body.session).toEqual(before.body.session);
});

describe("a fork is refused", () => {
  it.each([
    [{}],
    [{ message_index: "two" }],
    [{ message_index: -1 }],
    [{ message_index: 9_999 }],
    [{ message_index: 1.5 }],
  ])("for %j", async (body) => {
    const { id } = await restedSession(service);
    using data = openServiceDatabase(service);
    const before = data.dump();
    expect((await fork(id, body)).status).toBe(422);
    expect(data.dump()).toBe(before);
  });

  it.each(["pi", "claude_code", "codex"])(
    "for a line of %s before the first prompt",
    async (agent_runtime) => {
      const { id } = await restedSession(service, "Begin.\n#script say Begun.", { agent_runtime });
      const first = (await messagesOf(id))[0]?.transcript_index ?? 0;
      expect(first).toBeGreaterThan(0);
      const refused = await fork(id, { message_index: first - 1 });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        `There are no messages up to line ${first - 1}; the conversation begins at line ${first}`,
      ]);
    },
  );

  it("for a session without a transcript", async () => {
    const { id } = await clonedSession(service);
    expect(await fork(id, { message_index: 0 })).toMatchObject({
      status: 422,
      body: { error: "Fork failed" },
    });
  });

  it("for an unknown session", async () => {
    expect((await fork(999_999, { message_index: 0 })).status).toBe(404);
  });
});
