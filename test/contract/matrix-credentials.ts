import { randomBytes } from "node:crypto";
import type Sqlite from "better-sqlite3";
import type { Caller } from "../../server/http/model.ts";
import { digestOf } from "../../server/lib/digest.ts";
import { type BoardService, openBoard } from "../support/board.ts";
import { newPageKey } from "../support/page-signer.ts";
import { questionsPath } from "../support/questions.ts";
import { selfToken } from "../support/self-client.ts";
import { addKey, type Connection, putConnection } from "./credentials.ts";

/** What a request carries, and what the API lets it open. */
export interface Credential {
  headers: Record<string, string>;
  /** It opens operations that name one of these callers, and answers 401 elsewhere. */
  opens: readonly Caller[];
  /** 403, and not 401, where a person is asked for (R127). */
  isToldOfPersons?: true;
  /** 403 where a plugin's key is asked for: this one's plugin is switched off. */
  isSwitchedOff?: true;
  /** A key in Authorization: it counts only where the operation takes it from there. */
  isBearerKey?: true;
  /** It is a browser that is signed in to the board. */
  isBoard?: true;
}

const nothing: readonly Caller[] = [];
const withKey = (key: string): Record<string, string> => ({ "x-api-key": key });
const withBearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const connections = {
  "a phone that acts as its person": { firstParty: true, privilege: "act_as_human" },
  "a phone that only relays": { firstParty: true, privilege: "relay_only" },
  "another program's connection": { firstParty: false, privilege: "act_as_human" },
  "another program's connection that only relays": { firstParty: false, privilege: "relay_only" },
  "an expired token of a phone": { firstParty: true, privilege: "act_as_human", expired: true },
  "a token of a revoked connection": { firstParty: true, privilege: "act_as_human", revoked: true },
} as const satisfies Record<string, Omit<Connection, "token">>;

const connectionOpens: Record<keyof typeof connections, Omit<Credential, "headers">> = {
  "a phone that acts as its person": { opens: ["native", "human", "mcp"] },
  "a phone that only relays": { opens: ["native", "mcp"], isToldOfPersons: true },
  "another program's connection": { opens: ["mcp"] },
  "another program's connection that only relays": { opens: ["mcp"] },
  "an expired token of a phone": { opens: nothing },
  "a token of a revoked connection": { opens: nothing },
};

const tokens = new Map(Object.keys(connections).map((name) => [name, randomBytes(32).toString("base64url")]));

/** Every connection as it should be, whatever an earlier request did to it. */
export function putConnections(sql: Sqlite.Database): void {
  for (const [name, connection] of Object.entries(connections))
    putConnection(sql, { ...connection, token: tokens.get(name) ?? "" });
}

async function keyCredentials(
  service: BoardService,
  sql: Sqlite.Database,
): Promise<Record<string, Credential>> {
  const retired = "retired-env-key-0123456789";
  service.environment["API_KEYS"] = `${service.key},${retired}`;
  await service.call("GET", "/sessions", undefined, { key: retired });
  service.environment["API_KEYS"] = service.key;
  const api = { opens: ["api"], isToldOfPersons: true } as const;
  const revoked = addKey(sql, "api", { revoked: true }).token;
  const disabled = addKey(sql, "external_app", { disabledPlugin: true }).token;
  return {
    "an unknown key": { headers: withKey("no-such-key"), opens: nothing },
    "an empty key": { headers: withKey(""), opens: nothing },
    "a revoked key": { headers: withKey(revoked), opens: nothing },
    "a retired environment key": { headers: withKey(retired), opens: nothing },
    "a minted api key": { headers: withKey(addKey(sql, "api").token), ...api },
    "an environment key": { headers: withKey(service.key), ...api },
    "an api key in Authorization": { headers: withBearer(service.key), ...api, isBearerKey: true },
    "a quick_router key": { headers: withKey(addKey(sql, "quick_router").token), opens: ["quick_router"] },
    "an external_app key": { headers: withKey(addKey(sql, "external_app").token), opens: ["external_app"] },
    "a key of a disabled plugin": { headers: withKey(disabled), opens: nothing, isSwitchedOff: true },
  };
}

const digestOfCookie = (cookie: string): string => digestOf(cookie.slice(cookie.indexOf("=") + 1));

/** The browser that is signed in, whatever an earlier request did to it. */
export function putBrowser(
  sql: Sqlite.Database,
  { url, board: { cookie, pageKey } }: Pick<BoardService, "url" | "board">,
): void {
  const { host, port } = new URL(url);
  sql
    .prepare(
      `INSERT INTO browser_sign_ins (kind, cookie_digest, public_key, key_place, browser, created_at, last_used_at)
       VALUES ('browser', @cookie, @publicKey, @place, 'A browser', @now, @now)
       ON CONFLICT (cookie_digest) DO UPDATE SET ended_at = NULL`,
    )
    .run({
      cookie: digestOfCookie(cookie),
      publicKey: pageKey?.publicKey,
      place: `${host} ${port}`,
      now: Date.now(),
    });
}

const monthMs = 31 * 86_400_000;

/** Signs one browser out and leaves the other unused for longer than a sign-in lasts. */
async function endBrowsers(
  service: BoardService,
  sql: Sqlite.Database,
  cookies: { ended: string; expired: string },
): Promise<void> {
  const find = sql
    .prepare<[string], number>("SELECT id FROM browser_sign_ins WHERE cookie_digest = ?")
    .pluck();
  await service.board.call("DELETE", `/browser_sign_ins/${find.get(digestOfCookie(cookies.ended))}`);
  sql
    .prepare("UPDATE browser_sign_ins SET last_used_at = last_used_at - ? WHERE cookie_digest = ?")
    .run(monthMs, digestOfCookie(cookies.expired));
}

/** Every kind of credential there is, by what it is called. */
export async function everyCredential(
  service: BoardService,
  sql: Sqlite.Database,
  sessionId: number,
): Promise<Record<string, Credential>> {
  putConnections(sql);
  const { cookie, pageKey, headers: board } = service.board;
  const withPage = (cookie: string): Record<string, string> => ({ ...board, cookie });
  const ended = await openBoard(service);
  const expired = await openBoard(service);
  await endBrowsers(service, sql, { ended: ended.cookie, expired: expired.cookie });
  const elicitation = questionsPath(service, sessionId).split("/").at(-1) ?? "";
  const self = selfToken(service, sessionId);
  const connected = Object.entries(connectionOpens).map(
    ([name, what]) => [name, { headers: withBearer(tokens.get(name) ?? ""), ...what }] as const,
  );
  return {
    none: { headers: {}, opens: nothing },
    ...(await keyCredentials(service, sql)),
    ...Object.fromEntries(connected),
    "an unknown token": { headers: withBearer("no-such-token"), opens: nothing },
    "an elicitation token": { headers: withBearer(elicitation), opens: nothing },
    "an elicitation token as a key": { headers: withKey(elicitation), opens: nothing },
    "a session's own token": { headers: withBearer(self), opens: nothing },
    "a session's own token as a key": { headers: withKey(self), opens: nothing },
    "a signed-in browser": { headers: board, opens: nothing, isBoard: true },
    "a signed-in browser's cookie without its page key, as a server on another port receives it": {
      headers: { cookie },
      opens: nothing,
    },
    "a signed-in browser's cookie with a key of somebody else": {
      headers: { cookie, ...newPageKey().header },
      opens: nothing,
    },
    "a signed-in browser's page key without its cookie": {
      headers: { ...pageKey?.header },
      opens: nothing,
    },
    "a signed-in browser's page key with another browser's cookie": {
      headers: withPage((await openBoard(service)).cookie),
      opens: nothing,
    },
    "a browser that was signed out": { headers: ended.headers, opens: nothing },
    "a browser whose sign-in expired": { headers: expired.headers, opens: nothing },
    "a wrong cookie": { headers: withPage(`${cookie.slice(0, -2)}xx`), opens: nothing },
    "the cookie cut short": { headers: withPage(cookie.slice(0, -4)), opens: nothing },
  };
}
