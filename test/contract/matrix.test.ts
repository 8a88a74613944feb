import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { confirmationRequired } from "../../server/domains/owner/confirmations/model.ts";
import type { Operation } from "../../server/http/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { differencesOf, openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { createSession } from "../support/sessions.ts";
import { type Credential, everyCredential, putBrowser, putConnections } from "./matrix-credentials.ts";
import { callersByOperation } from "./matrix-rows.ts";
import { proves } from "./proves.ts";

type Door = "api" | "ui";
type Verdict = "open" | 401 | 403 | 404;

let service: BoardService;
let data: ServiceDatabase;
let credentials: Record<string, Credential>;

/** The first of everything is there, so that a refusal which came too late would leave a trace. */
const firstOfEach = { id: "1", session_id: "1", mid: "1", uncle_id: "1" };

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
  const session = await createSession(service);
  await service.call("POST", `/sessions/${session.id}/logs`, { content: "one", level: "info" });
  await service.call("POST", "/notifications/push", { session_id: session.id, message: "one" });
  credentials = await everyCredential(service, data.sql, session.id);
});
beforeEach(() => {
  putConnections(data.sql);
  putBrowser(data.sql, service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const boardMay: readonly string[] = ["api", "native", "human", "board", "anyone"];

/** What the row says of this credential at this door. */
function verdict(operation: Operation, door: Door, credential: Credential): Verdict {
  const callers = callersOf(operation);
  if (door === "ui") {
    if (!callers.some((caller) => boardMay.includes(caller))) return 403;
    return credential.isBoard ? "open" : 401;
  }
  if (callers.includes("anyone")) return "open";
  if (operation.keyIn === "bearer") return atSharedAddress(callers, credential);
  if (callers.join() === "board") return isApiKey(credential) ? 404 : 401;
  if (credential.isBearerKey && operation.keyIn !== "either") return 401;
  if (credential.opens.some((caller) => callers.includes(caller))) return "open";
  const isTold =
    (credential.isToldOfPersons && callers.includes("human")) ||
    (credential.isSwitchedOff && callers.includes("external_app"));
  return isTold ? 403 : 401;
}

/** Only what stands in Authorization counts there; without it the address is one of the board's pages. */
function atSharedAddress(callers: readonly string[], credential: Credential): Verdict {
  if (!("authorization" in credential.headers)) return 404;
  return credential.isBearerKey && callers.includes("api") ? "open" : 401;
}

const callersOf = ({ id }: Operation): readonly string[] => (callersByOperation[id] ?? "").split(" ");

const isApiKey = ({ opens }: Credential): boolean => opens.includes("api");

async function ask(
  operation: Operation,
  door: Door,
  sent: { headers: Record<string, string>; path: string },
) {
  const base = operation.base === "root" ? "" : `/${door}/v1`;
  const writes = operation.method !== "get";
  const end = new AbortController();
  const response = await fetch(`${service.url}${base}${sent.path}`, {
    method: operation.method.toUpperCase(),
    headers: { ...sent.headers, ...(writes && { "content-type": "application/json" }) },
    ...(writes && {
      body: JSON.stringify({
        content: "x",
        prompt: "x",
        title: "x",
        name: "x",
        level: "info",
        git_root: "/",
      }),
    }),
    redirect: "manual",
    signal: end.signal,
  });
  const endless = response.headers.get("content-type") === "text/event-stream";
  const text = endless ? "" : await response.text();
  if (endless) end.abort();
  return { status: response.status, text };
}

/** What an allowed request queued goes on by itself; refusals are judged with a database at rest. */
async function queueAtRest(): Promise<void> {
  const busy = data.sql.prepare(
    "SELECT id FROM jobs WHERE state = 'claimed' OR (state = 'ready' AND run_at <= ?)",
  );
  const requestTakesMs = 1_000;
  const atRest = () => expect(busy.all(Date.now() + requestTakesMs)).toEqual([]);
  await vi.waitFor(atRest, { timeout: 20_000, interval: 10 });
}

const answersOf = ({ status = 200, otherStatuses = [], errors = [] }: Operation): number[] => [
  status,
  ...otherStatuses,
  ...errors,
  422,
];

/** The board is answered with the confirmation that a person has to give outside the page. */
const needsConfirmation = ({ confirm }: Operation, status: number, text: string): boolean =>
  confirm !== undefined && status === 409 && text.includes(confirmationRequired);

const doorsOf = ({ base }: Operation): readonly Door[] => (base === "root" ? ["api"] : ["api", "ui"]);

test("every operation is declared once, for the callers that its row has", () => {
  const ids = allOperations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // Whoever changes who may call what says it twice: there and in matrix-rows.ts.
  const declared = Object.fromEntries(allOperations.map(({ id, callers }) => [id, callers.join(" ")]));
  expect(declared).toEqual(callersByOperation);
});

const cells = allOperations.flatMap((operation) =>
  doorsOf(operation).map((door) => [operation.id, door, operation] as const),
);

describe("every credential", () => {
  test.each(cells)(
    "that may not call %s at the door %s is refused, and leaves no trace",
    async (_id, door, operation) => {
      await queueAtRest();
      const before = data.dump();
      const path = pathOf(operation, firstOfEach);
      const answers = Object.entries(credentials).map(async ([name, credential]) => {
        const expected = verdict(operation, door, credential);
        if (expected === "open") return;
        const { status, text } = await ask(operation, door, { headers: credential.headers, path });
        expect(status, `${name}: ${text}`).toBe(expected);
        expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), messages: [expect.any(String)] });
      });
      await Promise.all(answers);
      expect(differencesOf(before, data.dump())).toEqual([]);
    },
  );

  test.each(cells)(
    "that may call %s at the door %s is answered as declared",
    async (_id, door, operation) => {
      for (const [name, credential] of Object.entries(credentials)) {
        if (verdict(operation, door, credential) !== "open") continue;
        const { status, text } = await ask(operation, door, {
          headers: credential.headers,
          path: pathOf(operation),
        });
        if (door === "ui" && needsConfirmation(operation, status, text)) continue;
        expect(answersOf(operation), `${name}: ${status} ${text}`).toContain(status);
      }
    },
  );
});

describe("what is not there", () => {
  const paths = ["/api/v1/nothing", "/api/nothing", "/api", "/mcp/nothing", "/api/v1/sessions/1/nothing"];

  proves("X56")("is 401 without a key that opens the API, and 404 with one", async () => {
    for (const path of paths) {
      for (const [name, credential] of Object.entries(credentials)) {
        const { status } = await fetch(service.url + path, { headers: credential.headers });
        expect(status, `${path} with ${name}`).toBe(isApiKey(credential) ? 404 : 401);
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
