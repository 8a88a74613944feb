/** @module-tag real-cli */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { restedSession } from "../support/sessions.ts";

const runtimes = ["pi", "claude_code", "codex"];
/** Some thirty turns of real CLIs. */
const longMs = 180_000;

let service: TestService;
let ids: readonly number[];

beforeAll(async () => {
  service = await startTestService();
  const made = runtimes.map((agent_runtime) =>
    restedSession(service, "#script say Begun.", { agent_runtime }),
  );
  ids = (await Promise.all(made)).map(({ id }) => id);
}, longMs);
afterAll(() => service[Symbol.asyncDispose]());

interface Act {
  method: string;
  /** Below the session. */
  path: string;
  body?: Record<string, unknown>;
  /** The field that carries a message of its own. */
  carries?: "prompt" | "content";
}

/** What people and programs do to a session; nothing that withdraws a message or ends the turn for good. */
const acts: readonly Act[] = [
  { method: "POST", path: "/follow_up", carries: "prompt" },
  { method: "POST", path: "/follow_up", carries: "prompt", body: { force_immediate: true } },
  { method: "POST", path: "/enqueued_messages", carries: "content" },
  { method: "POST", path: "/pause" },
  { method: "POST", path: "/restart" },
  { method: "POST", path: "/sleep" },
  { method: "POST", path: "/refresh" },
  { method: "POST", path: "/archive" },
  { method: "POST", path: "/unarchive" },
  { method: "POST", path: "/unarchive" },
  { method: "POST", path: "/unarchive" },
  { method: "PATCH", path: "/mcp_servers", body: { mcp_servers: [] } },
  { method: "PATCH", path: "/heartbeat", body: { enabled: true } },
  { method: "GET", path: "?include_transcript=true" },
];

const rounds = fc.sample(
  fc.array(fc.record({ at: fc.nat(runtimes.length - 1), act: fc.constantFrom(...acts) }), {
    minLength: 4,
    maxLength: 6,
  }),
  { seed: 99, numRuns: 16 },
);

/** Sends what the act carries under a number of its own; the number, where it was taken. */
async function perform({ at, act }: (typeof rounds)[number][number], number: string): Promise<string[]> {
  const { method, path, body, carries } = act;
  const message = carries && { [carries]: `${number}\n#script say Heard.` };
  const sent = method === "GET" ? undefined : { ...body, ...message };
  const answer = await service.call(method, `/sessions/${ids[at]}${path}`, sent);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  return carries && answer.status < 300 ? [number] : [];
}

/** Brings a session back and has it work off what waits for it. */
async function settle(id: number): Promise<string> {
  await service.call("PATCH", `/sessions/${id}/heartbeat`, { enabled: false });
  await service.call("POST", `/sessions/${id}/unarchive`);
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Last." });
  await service.waitFor(id, (seen) => atRest(seen) && seen.running_job_id === null, longMs);
  const { body } = await service.call<{ messages: { role: string; content: string }[] }>(
    "GET",
    `/sessions/${id}/conversation?limit=200&full_content=true`,
  );
  return body.messages.flatMap(({ role, content }) => (role === "user" ? content : [])).join("\n");
}

describe("sessions that get many requests at once", () => {
  test(
    "answer each below 500 and deliver every accepted message to the agent exactly once",
    async () => {
      const taken: string[] = [];
      for (const [round, asked] of rounds.entries()) {
        const answers = asked.map((each, at) => perform(each, `<message ${round}.${at}>`));
        taken.push(...(await Promise.all(answers)).flat());
      }
      const heard = (await Promise.all(ids.map(settle))).join("\n");
      expect(taken.length).toBeGreaterThan(5);
      const times = Object.fromEntries(taken.map((number) => [number, heard.split(number).length - 1]));
      expect(times).toEqual(Object.fromEntries(taken.map((number) => [number, 1])));
    },
    longMs,
  );
});
