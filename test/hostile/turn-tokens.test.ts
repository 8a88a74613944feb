/** @module-tag real-cli */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { gate } from "../support/session-page.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** What an agent's program leaves for whoever reads the clone later. */
const leak = `
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const homes = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR"].flatMap((name) => process.env[name] ?? []);
const files = homes.flatMap((home) => readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name)));
const found = files.map((file) => readFileSync(file, "latin1")).join("\\n");
const self = /sbx_self_\\d+_[\\w-]{43}/.exec(found)?.[0] ?? "none";
writeFileSync("leaked.part", JSON.stringify({ self, asks: process.env.ELICITATION_REQUEST_URL ?? "none" }));
renameSync("leaked.part", process.argv[2]);
`;

interface Leaked {
  self: string;
  asks: string;
}

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** How the service answers a program that has these. */
async function tryOut({ self, asks }: Leaked): Promise<{ tools: number; questions: unknown }> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${self}`,
  };
  const tools = await fetch(`${service.url}/mcp/self`, {
    method: "POST",
    headers,
    body: JSON.stringify(listing),
  });
  const questions = (await (await fetch(`${asks}/none`)).json()) as { message: unknown };
  return { tools: tools.status, questions: questions.message };
}

const letIn = { tools: 200, questions: "Question not found" };
const refused = { tools: 401, questions: "Invalid token, or one of a turn that has ended" };
const isOver = (session: Session): boolean => atRest(session) && session.running_job_id === null;

describe.each(["pi", "claude_code", "codex"])("a token that the agent of the real %s kept", (runtime) => {
  it("opens its session while its turn runs, and nothing after it or in a later turn", async () => {
    const git_root = await service.repository({ "leak.mjs": leak });
    const [first, second] = [gate(service, `${runtime}-1`), gate(service, `${runtime}-2`)];
    const script = (file: string, { step }: { step: string }): string =>
      `#script bash cmd=${process.execPath} leak.mjs ${file}\n${step}\n#script say Done.`;
    const prompt = script("first.json", first);
    const { id } = await createSession(service, { git_root, agent_runtime: runtime, prompt });
    const leaked = async (file: string): Promise<Leaked> => {
      const read = async (): Promise<string> => {
        const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
        return readFile(join(clone, file), "utf8").catch(() => "");
      };
      await expect.poll(read, { timeout: longMs, interval: 250 }).not.toBe("");
      return JSON.parse(await read()) as Leaked;
    };

    const old = await leaked("first.json");
    expect(await tryOut(old)).toEqual(letIn);
    await first.open();
    await service.waitFor(id, isOver, longMs);
    expect(await tryOut(old)).toEqual(refused);

    const follow = { prompt: script("second.json", second) };
    await service.call("POST", `/sessions/${id}/follow_up`, follow);
    const now = await leaked("second.json");
    expect(await tryOut(old)).toEqual(refused);
    expect(await tryOut(now)).toEqual(letIn);
    await second.open();
    await service.waitFor(id, isOver, longMs);
    expect(await tryOut(now)).toEqual(refused);
  });
});

it("whoever comes too late is told why", async () => {
  const answer = await fetch(`${service.url}/mcp/self`, {
    method: "POST",
    headers: { authorization: `Bearer sbx_self_1_${"x".repeat(43)}` },
  });
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ message: expect.stringContaining("worthless once the turn has ended") }),
  ]);
});
