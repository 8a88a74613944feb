import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { InferenceAccount } from "../../server/domains/agents/accounts/model.ts";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

interface Changed {
  account: InferenceAccount;
  message: string;
}

let service: BoardService;
let data: ServiceDatabase;
const phone = { authorization: "Bearer phone-of-ada" };

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
  putConnection(data.sql, { token: "phone-of-ada", firstParty: true, privilege: "act_as_human" });
});
beforeEach(() => {
  for (const table of ["inference_accounts", "account_rotations", "account_readings"])
    data.sql.prepare(`DELETE FROM ${table}`).run();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const add = (body: Record<string, unknown>) =>
  service.board.call<Changed>("POST", "/inference/accounts", body);
const addKey = async (email: string, more: Record<string, unknown> = {}): Promise<InferenceAccount> =>
  (await add({ email, api_key: `sk-ant-secret-of-${email}`, ...more })).body.account;
const inference = async (runtime?: string): Promise<Inference> =>
  (await service.call<Inference>("GET", `/inference${runtime === undefined ? "" : `?runtime=${runtime}`}`))
    .body;
const activate = (id: number) => service.board.call<Changed>("POST", `/inference/accounts/${id}/activate`);

describe("an account", () => {
  proves(
    "E105",
    "E106",
    "R168",
  )("with a key serves at once, and its key is in no answer and no file", async () => {
    expect((await inference()).pool).toMatchObject({
      total: 0,
      uses_machine: true,
      capacity_now: true,
      dry: null,
    });
    const { status, body } = await add({
      runtime: "claude_code",
      email: " Ada@example.org ",
      api_key: "sk-ant-secret-of-ada",
    });
    expect(status).toBe(201);
    expect(body.account).toMatchObject({
      email: "Ada@example.org",
      runtime: "claude_code",
      status: "active",
      is_current: true,
      api_key_account: true,
      serves: true,
      serves_next: true,
      quota: null,
      credentials: { state: "unverified", stored: true, refused: false },
    });
    const { pool, accounts, spot_policy, genesis_classes } = await inference();
    expect(spot_policy.decision).toMatchObject({ allowed: true });
    expect(genesis_classes).toBeDefined();
    expect(accounts).toMatchObject([{ id: body.account.id, serves_next: true }]);
    expect(pool).toMatchObject({ total: 1, active: 1, servable_count: 1, uses_machine: false, dry: null });
    const files = ["secrets.json", "signalbox.db", "signalbox.db-wal"].map((name) => fileText(name));
    expect(files.join("")).not.toContain("sk-ant-secret");
  });

  proves("R161", "R162")("without credentials needs a sign-in and serves nothing", async () => {
    const { status, body } = await add({ email: "ada@example.org" });
    expect(status).toBe(201);
    expect(body.account).toMatchObject({
      status: "needs_reauth",
      effective_status: "needs_reauth",
      is_current: false,
      api_key_account: false,
      serves: false,
      why_not: "Not signed in",
      credentials: { state: "none", stored: false },
    });
    const { pool } = await inference();
    expect(pool).toMatchObject({ needs_reauth: 1, servable_count: 0, uses_machine: true });
    expect(pool.dry).toMatchObject({ reasons: ["no_credentials"] });
  });

  proves("E106", "R161")("is refused with the reason, and nothing is stored", async () => {
    await add({ email: "ada@example.org" });
    const refused: [Record<string, unknown>, string][] = [
      [{ email: " " }, "Email can't be blank"],
      [{}, "Email can't be blank"],
      [{ email: "x".repeat(201) }, "too long"],
      [{ email: "ADA@example.org" }, "already has an account"],
      [{ email: "eve@example.org", runtime: "pi" }, "has no accounts"],
      [{ email: "eve@example.org", runtime: "emacs" }, "no runtime"],
      [{ email: "eve@example.org", api_key: "two words" }, "one word"],
    ];
    for (const [body, sentence] of refused)
      expect(await add(body)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(sentence) },
      });
    expect((await inference()).accounts).toHaveLength(1);
    expect((await add({ email: "ada@example.org", runtime: "codex", api_key: "sk-1" })).status).toBe(201);
  });

  proves("R159")("shows its key to nobody, whoever asks", async () => {
    await addKey("ada@example.org");
    const answers = await Promise.all([
      service.call("GET", "/inference"),
      service.board.call("GET", "/inference"),
      service.call("GET", "/inference", undefined, { key: null, headers: phone }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain("sk-ant-secret");
    }
  });
});

describe("who serves", () => {
  proves(
    "E108",
    "R166",
    "R169",
  )("is whom a person activated, and the log names them", async () => {
    const [first, second] = [await addKey("a@example.org"), await addKey("b@example.org")];
    expect([first.is_current, second.is_current, second.priority]).toEqual([true, false, 1]);
    const { status, body } = await service.call<Changed>(
      "POST",
      `/inference/accounts/${second.id}/activate`,
      undefined,
      { key: null, headers: phone },
    );
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: second.id, is_current: true, serves_next: true });
    const { rotation_log, accounts } = await inference();
    expect(accounts.map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(rotation_log).toEqual([
      {
        at: expect.any(String),
        from: { email: "a@example.org", deleted: false },
        to: { email: "b@example.org", deleted: false },
        reason: "manual",
        source: "manual",
        triggered_by: "ada@example.org via the mobile app",
        session_id: null,
      },
    ]);
    for (let turn = 0; turn < 51; turn += 1) await activate(turn % 2 === 0 ? first.id : second.id);
    expect((await inference()).rotation_log).toHaveLength(50);
  });

  proves("E108")("cannot be an account without credentials, or an unknown one", async () => {
    const { body } = await add({ email: "ada@example.org" });
    expect(await activate(body.account.id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("is not available") },
    });
    expect((await activate(999_999)).status).toBe(404);
    expect((await activate(Number.NaN)).status).toBe(404);
  });

  proves("E109", "R163")(
    "is the next account once the current one is removed, and its history stays",
    async () => {
      const [first, second] = [await addKey("a@example.org", { priority: 5 }), await addKey("b@example.org")];
      await activate(second.id);
      const removed = await service.board.call<{ current_account: InferenceAccount | null }>(
        "DELETE",
        `/inference/accounts/${second.id}`,
      );
      expect(removed).toMatchObject({
        status: 200,
        body: { current_account: { id: first.id, is_current: true } },
      });
      expect((await inference()).rotation_log[0]?.to).toEqual({ email: "b@example.org", deleted: true });
      const last = await service.board.call("DELETE", `/inference/accounts/${first.id}`);
      expect(last.body).toMatchObject({ current_account: null });
      expect((await service.board.call("DELETE", `/inference/accounts/${first.id}`)).status).toBe(404);
      expect(fileText("secrets.json")).not.toContain(`"account/${first.id}"`);
    },
  );

  proves("E108")("follows the priority, lowest first, where nobody is current", async () => {
    await addKey("a@example.org", { priority: 3 });
    const second = await addKey("b@example.org", { priority: 7 });
    const { body } = await service.board.call<Changed>("PATCH", `/inference/accounts/${second.id}`, {
      priority: 1,
    });
    expect(body.account).toMatchObject({ priority: 1, serves_next: false });
    data.sql.prepare("UPDATE inference_accounts SET is_current = 0").run();
    expect((await inference()).accounts.map(({ email, serves_next }) => [email, serves_next])).toEqual([
      ["b@example.org", true],
      ["a@example.org", false],
    ]);
  });
});

proves("R160")("spent quota that is back counts as active once the page is opened", async () => {
  const { id } = await addKey("ada@example.org");
  const spend = data.sql.prepare(
    "UPDATE inference_accounts SET status = 'quota_exceeded', quota_spent_at = ?, quota_reset_at = ? WHERE id = ?",
  );
  spend.run(Date.now() - 60_000, Date.now() + 3_600_000, id);
  const spent = await inference();
  expect(spent.accounts[0]).toMatchObject({ status: "quota_exceeded", effective_status: "quota_exceeded" });
  expect(spent.pool).toMatchObject({ capacity_now: false, next_capacity_at: expect.any(String) });
  expect(spent.pool.dry).toMatchObject({
    reasons: ["quota_exceeded"],
    recovery: { at: spent.pool.next_capacity_at },
  });
  spend.run(Date.now() - 60_000, Date.now() - 1_000, id);
  expect((await inference()).accounts[0]).toMatchObject({ status: "active", serves_next: true });
});

proves("E105")(
  "the runtime without accounts shows whether it has its provider's key, and never the key",
  async () => {
    const seen = await inference("pi");
    expect(seen).toMatchObject({
      runtime: "pi",
      accounts: [],
      rotation_log: [],
      openrouter_key: {
        present: true,
        provider_badge: "OpenRouter",
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
    });
    expect(JSON.stringify(seen)).not.toContain("sk-or-scripted");
    expect((await inference()).openrouter_key).toBeNull();
  },
);

/** A file of the data folder as text; empty if there is none. */
function fileText(name: string): string {
  try {
    return readFileSync(join(service.folder, "data", name), "latin1");
  } catch {
    return "";
  }
}
