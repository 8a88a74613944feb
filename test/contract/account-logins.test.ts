import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountLogin, InferenceAccount } from "../../server/domains/agents/accounts/model.ts";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import { type AccountProvider, startAccountProvider } from "../support/account-provider.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type CodexIdentity, startCodexIdentity } from "../support/codex-identity.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { proves } from "./proves.ts";

/** @module-tag real-cli */

const patient = { timeout: 30_000 };

let identity: CodexIdentity;
let provider: AccountProvider;
let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  [identity, provider] = [await startCodexIdentity(), await startAccountProvider()];
  service = await startBoardService({
    environment: {
      SERVICE_CODEX_SIGN_IN_URL: identity.url,
      OPENAI_BASE_URL: `${provider.url}/v1`,
      // Claude Code exchanges a code at its provider's own address.
      HTTPS_PROXY: "http://127.0.0.1:9",
    },
  });
  data = openServiceDatabase(service);
});
beforeEach(() => {
  for (const table of ["inference_accounts", "account_logins", "account_readings"])
    data.sql.prepare(`DELETE FROM ${table}`).run();
  identity.person = null;
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await identity[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const add = async (runtime: string, email: string): Promise<InferenceAccount> =>
  (await service.board.call<{ account: InferenceAccount }>("POST", "/inference/accounts", { runtime, email }))
    .body.account;
const start = async (account_id: number) =>
  service.board.call<{ login: AccountLogin }>("POST", "/inference/logins", { account_id });
const login = async (id: number): Promise<AccountLogin> =>
  (await service.board.call<{ login: AccountLogin }>("GET", `/inference/logins/${id}`)).body.login;
const cancel = (id: number) =>
  service.board.call<{ login: AccountLogin }>("POST", `/inference/logins/${id}/cancel`);
const account = async (runtime: string) =>
  (await service.call<Inference>("GET", `/inference?runtime=${runtime}`)).body.accounts[0];

proves("E110", "E111", "X35")(
  "the real Codex shows a link and a code, and the account serves once the person has signed in",
  async () => {
    const { id } = await add("codex", "ada@example.org");
    const { status, body } = await start(id);
    expect([status, body.login.status, body.login.terminal]).toEqual([201, "starting", false]);
    await expect.poll(async () => (await login(body.login.id)).verification_code, patient).toBe("ABCD-EFGH9");
    expect(await login(body.login.id)).toMatchObject({
      status: "awaiting_user",
      verification_url: `${identity.url}/codex/device`,
      awaiting_code: false,
    });
    expect((await service.call("GET", `/inference/logins/${body.login.id}`)).status).toBe(403);
    // Who is no person sees that somebody signs in, and neither link nor code.
    expect((await account("codex"))?.login).toMatchObject({
      available: true,
      active_attempt: { status: "awaiting_user", verification_url: null, verification_code: null },
    });
    identity.person = "Ada@example.org";
    await expect.poll(async () => (await login(body.login.id)).status, patient).toBe("succeeded");
    expect(await account("codex")).toMatchObject({
      status: "active",
      serves_next: true,
      credential_place: "stored",
      credentials: { stored: true },
      login: { active_attempt: null, last_attempt: { status: "succeeded", terminal: true } },
    });
    const seen = JSON.stringify([await login(body.login.id), await account("codex")]);
    expect(seen).not.toMatch(/refresh-of|ABCD-EFGH9/);
  },
  60_000,
);

test("somebody else's sign-in is not taken for the account's", async () => {
  const { id } = await add("codex", "ada@example.org");
  const { body } = await start(id);
  identity.person = "grace@example.org";
  await expect.poll(async () => (await login(body.login.id)).status, patient).toBe("failed");
  expect((await login(body.login.id)).error_message).toContain("You signed in as grace@example.org");
  expect((await account("codex"))?.status).toBe("needs_reauth");
}, 60_000);

proves("E112", "E113", "R164")(
  "the real Claude Code shows its link and asks for the code of the page; an attempt ends once",
  async () => {
    const { id } = await add("claude_code", "ada@example.org");
    const first = (await start(id)).body.login;
    await expect.poll(async () => (await login(first.id)).status, patient).toBe("awaiting_code");
    const shown = await login(first.id);
    expect(shown.verification_url).toMatch(/^https:\/\/claude\.com\/cai\/oauth\/authorize\?code=true&\S+$/);
    expect(shown).toMatchObject({ awaiting_code: true, code_received: false, verification_code: null });

    const second = (await start(id)).body.login;
    expect(await login(first.id)).toMatchObject({
      status: "canceled",
      terminal: true,
      verification_url: null,
    });
    const blank = await service.board.call("POST", `/inference/logins/${second.id}/code`, { code: " " });
    expect(blank).toMatchObject({ status: 422, body: { message: "Code can't be blank" } });

    await expect.poll(async () => (await login(second.id)).status, patient).toBe("awaiting_code");
    const code = "code-of-the-page#state-of-the-attempt";
    const entered = await service.board.call("POST", `/inference/logins/${second.id}/code`, { code });
    expect(entered).toMatchObject({ status: 200, body: { login: { code_received: true } } });
    expect(JSON.stringify(entered.body)).not.toContain("code-of-the-page");

    expect((await cancel(second.id)).body.login).toMatchObject({ status: "canceled", terminal: true });
    expect((await cancel(first.id)).body.login.error_message).toContain("Another sign-in");
    const late = await service.board.call("POST", `/inference/logins/${second.id}/code`, { code: "a-code" });
    expect(late).toMatchObject({ status: 422, body: { message: expect.stringContaining("has ended") } });
  },
  60_000,
);

proves("E110")("an account with a key needs no sign-in, and an unknown one has none", async () => {
  const body = { runtime: "codex", email: "key@example.org", api_key: "sk-1" };
  const { body: added } = await service.board.call<{ account: InferenceAccount }>(
    "POST",
    "/inference/accounts",
    body,
  );
  expect(await start(added.account.id)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("has an API key") },
  });
  expect((await start(999_999)).status).toBe(404);
  expect((await service.board.call("GET", "/inference/logins/999999")).status).toBe(404);
  expect((await cancel(999_999)).status).toBe(404);
});

proves(
  "E111",
  "E112",
  "R212",
)("an attempt that nobody finished says so, and is gone once it is pruned", async () => {
  const { id } = await add("codex", "ada@example.org");
  const { lastInsertRowid } = data.sql
    .prepare(
      `INSERT INTO account_logins (account_id, email, runtime, status, error_message, created_at, expires_at, ended_at)
       VALUES (?, 'ada@example.org', 'codex', 'expired', 'Nobody signed in', 1, 2, 2)`,
    )
    .run(id);
  const attempt = Number(lastInsertRowid);
  expect(await login(attempt)).toMatchObject({
    status: "expired",
    terminal: true,
    verification_url: null,
    verification_code: null,
    error_message: "Nobody signed in",
  });
  expect((await account("codex"))?.login).toMatchObject({
    active_attempt: null,
    last_attempt: { status: "expired" },
  });
  const late = await service.board.call("POST", `/inference/logins/${attempt}/code`, { code: "a-code" });
  expect(late.status).toBe(422);
  expect((await cancel(attempt)).body.login.status).toBe("expired");
  data.sql.prepare("DELETE FROM account_logins WHERE id = ?").run(attempt);
  expect((await service.board.call("GET", `/inference/logins/${attempt}`)).status).toBe(404);
});
