/** @module-tag real-cli */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InferenceAccount } from "../../server/domains/agents/accounts/model.ts";
import type { Notification } from "../../server/domains/inbox/notifications/model.ts";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { atRest } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";

const longMs = 90_000;

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
beforeEach(() => {
  for (const table of ["inference_accounts", "account_rotations", "account_readings", "notifications"])
    data.sql.prepare(`DELETE FROM ${table}`).run();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

async function addKey(runtime: string, email: string): Promise<InferenceAccount> {
  const body = { runtime, email, api_key: `sk-ant-key-of-${email}` };
  const answer = await service.board.call<{ account: InferenceAccount }>("POST", "/inference/accounts", body);
  expect(answer.status).toBe(201);
  return answer.body.account;
}

const inference = async (runtime: string): Promise<Inference> =>
  (await service.call<Inference>("GET", `/inference?runtime=${runtime}`)).body;

/** The owners of the keys in the model's requests that carry this text, without repetitions. */
function keysFor(text: string): string[] {
  const keys = service.model
    .requests()
    .filter(({ prompts }) => prompts.some((prompt) => prompt.includes(text)))
    .map(({ headers }) => String(headers["x-api-key"] ?? headers["authorization"]).replace(/^.*key-of-/, ""));
  return keys.filter((key, at) => key !== keys[at - 1]);
}

/** How often the conversation has this text when the model is asked for the last time. */
const timesInLastRequest = (text: string): number =>
  service.model
    .requests()
    .at(-1)
    ?.prompts.filter((prompt) => prompt.includes(text)).length ?? 0;

const waitingOf = async (id: number): Promise<Waiting> =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting;

/** Waits until the session is parked with this banner. */
async function parked(id: number): Promise<Waiting> {
  await expect
    .poll(async () => (await waitingOf(id)).banners.map(({ key }) => key), { timeout: 60_000 })
    .toContain("auth_outage");
  return waitingOf(id);
}

describe.each(["claude_code", "codex"])("a session of the real %s", (agent_runtime) => {
  test(
    "goes on in the same conversation on the next account when its own has no quota left",
    async () => {
      const [a, b] = [
        await addKey(agent_runtime, "a@example.org"),
        await addKey(agent_runtime, "b@example.org"),
      ];
      const mark = `Spend the quota of ${agent_runtime}.`;
      const prompt = `${mark}\n#script limit times=1 resets_in=3600\n#script say All done.`;
      const { id } = await createSession(service, { agent_runtime, prompt });
      expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
      expect(keysFor(mark)).toEqual(["a@example.org", "b@example.org"]);
      const { accounts, rotation_log } = await inference(agent_runtime);
      expect(accounts).toMatchObject([
        { id: a.id, status: "quota_exceeded", quota_hit_count: 1, is_current: false, serves: false },
        { id: b.id, status: "active", is_current: true, credentials: { state: "verified" } },
      ]);
      expect(rotation_log).toMatchObject([
        {
          from: { email: "a@example.org" },
          to: { email: "b@example.org" },
          reason: "quota_exceeded",
          source: "automatic",
          triggered_by: null,
          session_id: id,
        },
      ]);
      expect(timesInLastRequest(mark)).toBe(1);
      expect(await transcriptOf(service, id)).not.toContain("key-of-");
    },
    longMs + 30_000,
  );

  test(
    "goes on when its credential is refused, and a person is asked once",
    async () => {
      await addKey(agent_runtime, "a@example.org");
      await addKey(agent_runtime, "b@example.org");
      const prompt = "#script error 401 times=1 message=That key is unknown\n#script say All done.";
      const { id } = await createSession(service, { agent_runtime, prompt });
      expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
      const { accounts, rotation_log } = await inference(agent_runtime);
      expect(accounts[0]).toMatchObject({
        status: "needs_reauth",
        credentials: { state: "rejected", refused: true, rejection_reason: expect.any(String) },
      });
      expect(rotation_log).toMatchObject([{ reason: "auth_recovery", session_id: id }]);
      const { body } = await service.call<{ notifications: Notification[] }>("GET", "/notifications");
      const asks = body.notifications.filter(({ message }) => message?.includes("a@example.org"));
      expect(asks).toHaveLength(1);
    },
    longMs + 30_000,
  );

  test(
    "waits while no account serves, and goes on as soon as one is added",
    async () => {
      await addKey(agent_runtime, "a@example.org");
      const mark = `Use up the only one of ${agent_runtime}.`;
      const prompt = `${mark}\n#script limit times=1 resets_in=3600\n#script say All done.`;
      const { id } = await createSession(service, { agent_runtime, prompt });
      const waiting = await parked(id);
      expect(waiting.reasons).toMatchObject([{ mechanism: "auth_outage_park" }]);
      const { pool } = await inference(agent_runtime);
      expect(pool).toMatchObject({
        capacity_now: false,
        servable_count: 0,
        quota_exceeded: 1,
        dry: { reasons: ["quota_exceeded"] },
      });
      if (agent_runtime === "codex") expect(pool.next_capacity_at).not.toBeNull();
      await addKey(agent_runtime, "c@example.org");
      expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
      expect(keysFor(mark)).toEqual(["a@example.org", "c@example.org"]);
      expect(timesInLastRequest(mark)).toBe(1);
    },
    2 * longMs,
  );

  test(
    "waits for a credential when every one is refused",
    async () => {
      await addKey(agent_runtime, "a@example.org");
      const prompt = "#script error 401 times=1 message=That key is unknown\n#script say All done.";
      const { id } = await createSession(service, { agent_runtime, prompt });
      const waiting = await parked(id);
      expect(waiting.reasons).toMatchObject([{ mechanism: "auth_outage_park" }]);
      expect(waiting.banners).toMatchObject([{ key: "auth_outage", cause: "credential" }]);
      await addKey(agent_runtime, "b@example.org");
      expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
    },
    2 * longMs,
  );
});

test(
  "a model that the account may not use is left out of the list, until a turn shows that it may",
  async () => {
    interface Models {
      runtime_models: Record<string, { default: string; models: { id: string; default: boolean }[] }>;
    }
    const models = async () => (await service.call<Models>("GET", "/configs")).body.runtime_models["codex"];
    const before = await models();
    const refused = before?.default ?? "";
    await addKey("codex", "a@example.org");
    const prompt =
      "#script error 404 type=model_not_found message=That model is not on this plan\n#script say Done.";
    const { id } = await createSession(service, {
      agent_runtime: "codex",
      prompt,
      config: { model: refused },
    });
    expect((await service.waitFor(id, atRest, longMs)).status).toBe("failed");
    const after = await models();
    expect(after?.models.map((model) => model.id)).toEqual(
      before?.models.map((model) => model.id).filter((model) => model !== refused),
    );
    expect(after?.default).toBe(after?.models[0]?.id);
    expect(after?.models.filter((model) => model.default)).toHaveLength(1);

    // On another account it may be there.
    await addKey("codex", "b@example.org");
    expect((await models())?.default).toBe(refused);
  },
  2 * longMs,
);
