import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../server/http/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type DataBeside, openDataBeside } from "../support/data-dump.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { createSession, heldSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: DataBeside;
/** What a path may name: a session that waits, one that is archived, one that is not there. */
let known: string[] = [];

/** The one agent thread is taken for good, so that whatever starts a turn by chance only queues it. */
beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_AGENT_THREADS: "1" } });
  data = openDataBeside(service);
  await heldSession(service);
  const waiting = await createSession(service);
  const archived = await createSession(service);
  await service.call("POST", `/sessions/${archived.id}/archive`);
  known = [String(waiting.id), waiting.slug ?? "", String(archived.id), "987654"];
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const runs = { numRuns: 25, interruptAfterTimeLimit: 4_000, markInterruptAsFailure: false };

const names = () =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, unit: "binary" }).map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.webSegment().filter((text) => text.replaceAll(".", "") !== "") },
    { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "%00", "%2f", "1e9", "-1", "9".repeat(30)) },
  );

/** What a field takes, so that most bodies get past the first checks. */
const plausible: Readonly<Record<string, unknown>> = {
  prompt: "Work",
  content: "Words",
  message: "Words",
  reason: "other",
  level: "info",
  agent_id: "agent",
  action_type: "accept",
  title: "Title",
  position: 1,
  git_root: "/srv/nowhere.git",
  goal: "It works.",
  attachments: [{ filename: "a.txt", media_type: "text/plain", data: "YQ==" }],
  custom_metadata: { a: 1 },
  config: { model: "x" },
};
const words = fc.constantFrom<unknown>(
  "spot",
  "priority",
  "top_of_spot",
  "info",
  "other",
  "pi",
  "x",
  "",
  " ",
  null,
  true,
  0,
  -1,
  1e21,
  [],
  {},
  "x".repeat(500_001),
);
const values = fc.oneof(words, fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary" }), fc.integer());

const bodies = ({ body }: Operation) => {
  const fields = Object.fromEntries(
    Object.keys(body?.shape ?? {}).map((key) => [
      key,
      fc.oneof({ weight: 6, arbitrary: fc.constant(plausible[key]) }, { weight: 1, arbitrary: values }),
    ]),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
};

const queries = ({ query }: Operation) => {
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(query?.shape ?? {}), "__proto__") },
    { weight: 1, arbitrary: fc.string() },
  );
  const pair = fc.tuple(
    key,
    fc.constantFrom("", "[]", "[0]", "[a]"),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("1", "true", "-1", "1e400", "%zz", "x".repeat(1_100)),
    ),
  );
  const well = fc
    .array(pair, { maxLength: 4 })
    .map((pairs) =>
      pairs
        .map(([name, tail, value]) => `${encodeURIComponent(name)}${tail}=${encodeURIComponent(value)}`)
        .join("&"),
    );
  return fc.oneof(
    { weight: 3, arbitrary: well },
    { weight: 1, arbitrary: fc.webQueryParameters() },
    { weight: 1, arbitrary: fc.constantFrom("%", "%zz=1", "&&=&", "a[b][c]=1", "[]=1", "=&=", "?") },
  );
};

async function send(
  operation: Operation,
  part: { name: string; second: string; query: string; body: string },
) {
  const values = { id: part.name, session_id: part.name, mid: part.second };
  if (operation.path.startsWith("/sessions/{session_id}")) values.id = part.second;
  const board = operation.callers.every((caller) => caller === "board");
  const base = operation.base === "root" ? "" : board ? "/ui/v1" : "/api/v1";
  const writes = operation.method !== "get";
  const end = new AbortController();
  const response = await fetch(`${service.url}${base}${pathOf(operation, values)}?${part.query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(board ? { cookie: service.board.cookie } : { "x-api-key": service.key }),
      ...(writes && { "content-type": "application/json" }),
    },
    ...(writes && { body: part.body }),
    signal: end.signal,
  });
  const endless = response.headers.get("content-type") === "text/event-stream";
  const text = endless ? "" : await response.text();
  if (endless) end.abort();
  return { status: response.status, text };
}

function checkRefusal(text: string): void {
  const body = JSON.parse(text) as { error: unknown; message: unknown; messages: unknown[] };
  expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
  expect(body.messages.every((sentence) => typeof sentence === "string" && sentence !== "")).toBe(true);
  expect(body.message).toBe(body.messages.join(", "));
}

/** Not asked for by chance: it would take away what the other runs name. */
const fuzzed = allOperations.filter(({ id }) => id !== "deleteSession");

describe("whatever is sent", () => {
  test.each(fuzzed.map((operation) => [operation.id, operation] as const))(
    "to %s is answered below 500, and what is refused changes nothing",
    async (_id, operation) => {
      const parts = fc.record({
        name: names(),
        second: fc.oneof(fc.constantFrom("1", "2", "987654"), names()),
        query: queries(operation),
        body: bodies(operation),
      });
      await fc.assert(
        fc.asyncProperty(parts, async (part) => {
          const before = data.dump();
          const { status, text } = await send(operation, part);
          expect(status, text).toBeLessThan(500);
          if (status < 400) return;
          if (status === 400) expect(operation.id).toBe("searchSessions");
          checkRefusal(text);
          expect(data.dump()).toBe(before);
        }),
        runs,
      );
    },
    20_000,
  );

  proves("R148", "X3")("as a path under /api/v1 is answered below 500 in the one error shape", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(names(), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
        async (segments, method) => {
          const before = data.dump();
          const response = await fetch(`${service.url}/api/v1/${segments.join("/")}`, {
            method,
            headers: { "x-api-key": service.key },
          });
          const text = await response.text();
          expect(response.status).toBe(404);
          checkRefusal(text);
          expect(data.dump()).toBe(before);
        },
      ),
      { ...runs, numRuns: 60 },
    );
  });
});
