/** @module-tag real-cli */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { backToRealTime, passTime } from "../support/passing-time.ts";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import {
  claudeLogin,
  codexLogin,
  codexToken,
  putSignIns,
  type StoredSignIn,
  sealSignIns,
} from "../support/stored-sign-ins.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const hourMs = 3_600_000;
const runtimes = ["claude_code", "codex"] as const;
const signIns: StoredSignIn[] = [
  { id: 1, runtime: "claude_code", email: "ada@example.org", login: claudeLogin("token-of-ada") },
  { id: 2, runtime: "claude_code", email: "grace@example.org", login: claudeLogin("token-of-grace") },
  { id: 3, runtime: "codex", email: "ada@example.org", login: codexLogin("ada@example.org") },
  { id: 4, runtime: "codex", email: "grace@example.org", login: codexLogin("grace@example.org") },
];
/** Whose each token is. */
const owners = new Map([
  ["token-of-ada", "ada"],
  ["token-of-grace", "grace"],
  [codexToken("ada@example.org"), "ada"],
  [codexToken("grace@example.org"), "grace"],
]);

let folder: TestFolder;
let service: TestService;
let data: ServiceDatabase;

beforeAll(async () => {
  folder = await makeTestFolder();
  sealSignIns(folder.at("data"), signIns);
  service = await startTestService({ folder: folder.path });
  data = openServiceDatabase(service);
  putSignIns(data.sql, signIns);
});
afterEach(backToRealTime);
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const inference = async (runtime: string): Promise<Inference> =>
  (await service.call<Inference>("GET", `/inference?runtime=${runtime}`)).body;

const waitingOf = async (id: number): Promise<Waiting> =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting;

/** Whose accounts the model was asked with about this text, without repetitions. */
function askedWith(text: string): (string | undefined)[] {
  const names = service.model
    .requests()
    .filter(({ prompts }) => prompts.some((prompt) => prompt.includes(text)))
    .map(({ headers }) => owners.get(String(headers["authorization"]).replace("Bearer ", "")));
  return names.filter((name, at) => name !== names[at - 1]);
}

/** How often the newest request about this text has it. */
const timesInNewest = (text: string): number =>
  service.model
    .requests()
    .findLast(({ prompts }) => prompts.some((prompt) => prompt.includes(text)))
    ?.prompts.filter((prompt) => prompt.includes(text)).length ?? 0;

const timesIn = (whole: string, part: string): number => whole.split(part).length - 1;

/** The session works for a while, and then each account's window turns out to be spent. */
async function startedOn(agent_runtime: string): Promise<Session> {
  const prompt = [
    `Use up both windows of ${agent_runtime}.`,
    "#script bash cmd=echo worked >> steps.txt",
    "#script limit times=2 resets_in=3600",
    "#script say Finished after the reset.",
  ].join("\n");
  return createSession(service, { agent_runtime, prompt });
}

test("with every account spent in mid-turn a session parks until the first is back, and goes on by itself", async () => {
  const started = new Map<string, Session>();
  for (const runtime of runtimes) started.set(runtime, await startedOn(runtime));

  for (const [runtime, { id }] of started) {
    await expect
      .poll(async () => (await waitingOf(id)).banners.map(({ key }) => key), { timeout: 90_000 })
      .toContain("auth_outage");
    const { accounts, pool } = await inference(runtime);
    expect(accounts).toMatchObject([
      { status: "quota_exceeded", quota_hit_count: 1, serves: false },
      { status: "quota_exceeded", quota_hit_count: 1, serves: false },
    ]);
    const returns = accounts.map(({ quota_reset_at }) => Date.parse(quota_reset_at ?? ""));
    const first = Math.min(...returns);
    expect(first - Date.now(), runtime).toBeGreaterThan(hourMs - 180_000);
    expect(first - Date.now(), runtime).toBeLessThanOrEqual(hourMs + 1_000);
    expect(Date.parse(pool.next_capacity_at ?? "")).toBe(first);
    expect(pool.dry).toMatchObject({ reasons: ["quota_exceeded"] });
    const { retry_at } = data.sql.prepare("SELECT retry_at FROM sessions WHERE id = ?").get(id) as {
      retry_at: number;
    };
    expect(retry_at - first, runtime).toBeGreaterThanOrEqual(0);
    expect(retry_at - first, runtime).toBeLessThanOrEqual(10_000);
    const sent = await service.call("POST", `/sessions/${id}/follow_up`, {
      prompt: `Then this of ${runtime}.\n#script say The second is done too.`,
    });
    expect(sent.status).toBe(202);
    expect((await sessionOf(service, id)).status).toBe("waiting");
  }

  passTime(hourMs + 15_000);
  for (const [runtime, { id }] of started) {
    await service.waitFor(id, atRest, 180_000);
    await expect
      .poll(async () => timesIn(await transcriptOf(service, id), "The second is done too."), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    const after = await sessionOf(service, id);
    expect(after.status).toBe("needs_input");
    expect(askedWith(`Use up both windows of ${runtime}.`).slice(0, 2)).toEqual(["ada", "grace"]);
    for (const words of [`Use up both windows of ${runtime}.`, `Then this of ${runtime}.`])
      expect(timesInNewest(words), words).toBe(1);
    const { clone_path } = data.sql.prepare("SELECT clone_path FROM sessions WHERE id = ?").get(id) as {
      clone_path: string;
    };
    expect(await readFile(join(clone_path, "steps.txt"), "utf8")).toBe("worked\n");
    const { accounts, rotation_log } = await inference(runtime);
    expect(accounts.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(rotation_log).toMatchObject([{ reason: "quota_exceeded", session_id: id }]);
  }
}, 400_000);
