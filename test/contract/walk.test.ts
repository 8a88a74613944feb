import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Caller, Operation } from "../../server/http/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type DataBeside, openDataBeside } from "../support/data-dump.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import type { Session } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { addKey } from "./credentials.ts";
import { proves } from "./proves.ts";

type Grant = "api" | "quick_router" | "external_app";
type Door = "api" | "ui";

/** What a request carries, and what that proves: a key's grant, the board, or nothing. */
interface Credential {
  headers: Record<string, string>;
  grant?: Grant;
  board?: true;
}

let service: BoardService;
let data: DataBeside;
let session: Session;
let names: Record<string, string>;
let credentials: Record<string, Credential>;

beforeAll(async () => {
  service = await startBoardService();
  data = openDataBeside(service);
  session = await createSession(service);
  names = await fillNames();
  credentials = await allCredentials();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

/** Names of things that are there, so that a refusal which came too late would leave a trace. */
async function fillNames(): Promise<Record<string, string>> {
  const { body } = await service.call<{ log: { id: number } }>("POST", `/sessions/${session.id}/logs`, {
    content: "one",
    level: "info",
  });
  return { id: String(session.id), session_id: String(session.id), mid: String(body.log.id) };
}

async function allCredentials(): Promise<Record<string, Credential>> {
  const withKey = (token: string): Record<string, string> => ({ "x-api-key": token });
  const minted = (grant: Grant): Credential => ({ headers: withKey(addKey(data.sql, grant).token), grant });
  const { cookie } = service.board;
  const retired = "retired-env-key-0123456789";
  service.environment["API_KEYS"] = `${service.key},${retired}`;
  await service.call("GET", "/sessions", undefined, { key: retired });
  service.environment["API_KEYS"] = service.key;
  return {
    none: { headers: {} },
    "an unknown key": { headers: withKey("no-such-key") },
    "an empty key": { headers: withKey("") },
    "a revoked key": { headers: withKey(addKey(data.sql, "api", { revoked: true }).token) },
    "a retired environment key": { headers: withKey(retired) },
    "a quick_router key": minted("quick_router"),
    "an external_app key": minted("external_app"),
    "a minted api key": minted("api"),
    "an environment key": { headers: withKey(service.key), grant: "api" },
    "the board's cookie": { headers: { cookie }, board: true },
    "a wrong cookie": { headers: { cookie: `${cookie.slice(0, -2)}xx` } },
    "the cookie cut short": { headers: { cookie: cookie.slice(0, -4) } },
  };
}

const boardMay: readonly Caller[] = ["api", "native", "human", "board", "anyone"];

/** What the declaration says of this credential at this door: `open`, or the status of the refusal. */
function verdict(operation: Operation, door: Door, { grant, board }: Credential): "open" | 401 | 403 | 404 {
  const { callers, base = "api" } = operation;
  // Outside the doors only what lies below /api asks for a credential by itself.
  if (base === "root" && !operation.path.startsWith("/api/")) return "open";
  if (door === "ui" && base !== "root")
    return board === true && callers.some((caller) => boardMay.includes(caller)) ? "open" : 403;
  if (callers.includes("anyone")) return "open";
  if (callers.every((caller) => caller === "board")) return grant === "api" ? 404 : 401;
  if (grant !== undefined && callers.includes(grant)) return "open";
  return grant === "api" && callers.includes("human") ? 403 : 401;
}

async function ask(
  operation: Operation,
  door: Door,
  options: { headers: Record<string, string>; path: string },
) {
  const base = operation.base === "root" ? "" : `/${door}/v1`;
  const writes = operation.method !== "get";
  const end = new AbortController();
  const response = await fetch(`${service.url}${base}${options.path}`, {
    method: operation.method.toUpperCase(),
    headers: { ...options.headers, ...(writes && { "content-type": "application/json" }) },
    ...(writes && {
      body: JSON.stringify({ content: "x", prompt: "x", title: "x", level: "info", git_root: "/" }),
    }),
    signal: end.signal,
  });
  const endless = response.headers.get("content-type") === "text/event-stream";
  const text = endless ? "" : await response.text();
  if (endless) end.abort();
  return { status: response.status, text };
}

/** What an allowed request queued goes on by itself; a refusal is compared with a database at rest. */
async function queueAtRest(): Promise<void> {
  const busy = data.sql.prepare(
    "SELECT id FROM jobs WHERE state = 'claimed' OR (state = 'ready' AND run_at <= ?)",
  );
  await vi.waitFor(() => expect(busy.all(Date.now())).toEqual([]), { timeout: 20_000, interval: 10 });
}

const expected = ({ status = 200, otherStatuses = [], errors = [] }: Operation): number[] => [
  status,
  ...otherStatuses,
  ...errors,
  422,
];

test("the walk sees every declared operation once", () => {
  const ids = allOperations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(34);
});

describe.each(
  allOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_title, operation) => {
  test.each(["api", "ui"] as const)("answers each credential at the door %s as declared", async (door) => {
    for (const [name, credential] of Object.entries(credentials)) {
      const answers = verdict(operation, door, credential);
      const path = answers === "open" ? pathOf(operation) : pathOf(operation, names);
      if (answers !== "open") await queueAtRest();
      const before = data.dump();
      const { status, text } = await ask(operation, door, { headers: credential.headers, path });
      if (answers === "open") {
        expect(expected(operation), `${name}: ${status} ${text}`).toContain(status);
        continue;
      }
      expect(status, `${name}: ${text}`).toBe(answers);
      expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), messages: [expect.any(String)] });
      expect(data.dump(), name).toBe(before);
    }
  });
});

describe("what is not there", () => {
  const paths = [
    "/api/v1/nothing",
    "/api/nothing",
    "/api",
    "/mcp",
    "/mcp/nothing",
    "/api/v1/sessions/1/nothing",
  ];

  proves("X56")("is 401 without a key that opens the API, and 404 with one", async () => {
    for (const path of paths) {
      for (const [name, { headers, grant }] of Object.entries(credentials)) {
        const { status } = await fetch(service.url + path, { headers });
        expect(status, `${path} with ${name}`).toBe(grant === "api" ? 404 : 401);
      }
    }
  });

  proves("X56")(
    "is 401 for a method that nobody declared, and for a path that cannot be decoded",
    async () => {
      for (const [method, path] of [
        ["PUT", "/api/v1/sessions"],
        ["DELETE", "/api/v1/configs"],
        ["GET", "/api/v1/sessions/%ff"],
        ["POST", "/api/v1/sessions/%E0%A4%A/archive"],
      ] as const) {
        expect((await fetch(service.url + path, { method })).status, path).toBe(401);
        expect((await service.call(method, path)).status, path).toBe(404);
      }
    },
  );
});
