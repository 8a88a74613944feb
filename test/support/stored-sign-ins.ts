import { mkdirSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { secretStore } from "../../server/lib/secret-store/index.ts";

export interface StoredSignIn {
  id: number;
  runtime: "claude_code" | "codex";
  email: string;
  /** The content of the CLI's login file. */
  login: string;
}

/** Puts sign-ins into the secret store of a data folder, before its service starts; `putSignIns` makes accounts of them. */
export function sealSignIns(dataFolder: string, signIns: readonly StoredSignIn[]): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const secrets = secretStore({ folder: dataFolder, account: "test", place: "file" });
  for (const { id, login } of signIns)
    secrets.write(`account/${id}`, JSON.stringify({ kind: "sign_in", login }));
}

/** What the secret store of a data folder has for an account now. */
export function sealedLogin(dataFolder: string, id: number): string {
  const stored = secretStore({ folder: dataFolder, account: "test", place: "file" }).read(`account/${id}`);
  return (JSON.parse(stored ?? "{}") as { login?: string }).login ?? "";
}

/** Accounts as they are once somebody has signed in to them on the board. */
export function putSignIns(sql: Sqlite.Database, signIns: readonly StoredSignIn[]): void {
  const insert = sql.prepare(
    `INSERT INTO inference_accounts (id, runtime, email, email_key, priority, is_current, kind, place, status, probed_at, verified_at,
       created_at, updated_at)
     VALUES (@id, @runtime, @email, @email, @id, @current, 'sign_in', 'stored', 'active', @now, @now, 1, 1)`,
  );
  const seen = new Set<string>();
  for (const { id, runtime, email } of signIns) {
    insert.run({ id, runtime, email, current: seen.has(runtime) ? 0 : 1, now: Date.now() });
    seen.add(runtime);
  }
}

const hourMs = 3_600_000;

/** A login file of Claude Code. */
export const claudeLogin = (token: string, refresh = `refresh-of-${token}`): string =>
  JSON.stringify({
    claudeAiOauth: {
      accessToken: token,
      refreshToken: refresh,
      expiresAt: Date.now() + 24 * hourMs,
      scopes: ["user:inference", "user:profile"],
      subscriptionType: "max",
      rateLimitTier: "default_claude_max_20x",
    },
  });

/** The same in every token, so that tests can tell them apart by their owners and numbers alone. */
const expires = Math.floor((Date.now() + 24 * hourMs) / 1000);

/** A token of Codex that names its owner, unsigned. */
export function codexToken(email: string, number = 0): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    email,
    jti: `token-${number}`,
    exp: expires,
    "https://api.openai.com/auth": { chatgpt_account_id: "account-1", chatgpt_plan_type: "plus" },
  };
  return `${part({ alg: "none" })}.${part(claims)}.c2ln`;
}

/** A login file of Codex. */
export const codexLogin = (email: string, number = 0): string =>
  JSON.stringify({
    OPENAI_API_KEY: null,
    tokens: {
      id_token: codexToken(email, number),
      access_token: codexToken(email, number),
      refresh_token: `refresh-of-${email}-${number}`,
      account_id: "account-1",
    },
    last_refresh: new Date().toISOString(),
  });
