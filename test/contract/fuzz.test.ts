import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Caller, Operation } from "../../server/http/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { differencesOf, openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { hostileBody, hostileFields, hostileName, hostileQuery, mostly } from "../support/hostile-input.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { questionsPath } from "../support/questions.ts";
import { openSelfClient, type SelfClient } from "../support/self-client.ts";
import { createSession, heldSession } from "../support/sessions.ts";
import { addKey } from "./credentials.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;
let agent: SelfClient;
/** Keys of the grants for operations that an API key cannot use. */
let narrowKeys: Partial<Record<Caller, string>> = {};
/** Sessions for paths: one that waits, one that is archived, one that does not exist. */
let sessions: readonly string[] = [];
/** The same for parts of a session, and for names other than ids. */
const numbers: readonly string[] = ["1", "2", "3", "987654"];
const others: Record<string, readonly string[]> = { request_id: ["one", "two"] };
let outside: Record<string, string> = {};

/** The only agent slot is taken permanently, so that a turn started by chance is only queued. */
beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_AGENT_THREADS: "1" } });
  data = openServiceDatabase(service);
  await heldSession(service);
  const waiting = await createSession(service, { title: "Waiting" });
  const archived = await createSession(service);
  await service.call("POST", `/sessions/${archived.id}/archive`);
  sessions = [String(waiting.id), waiting.slug ?? "", String(archived.id), "987654"];
  agent = await openSelfClient(service, waiting.id);
  others["token"] = [tokenOf(waiting.id)];
  for (const name of ["one", "two", "three"]) await fillSession(waiting.id, name);
  narrowKeys = await makeNarrowKeys();
  await service.call("POST", "/sessions/reprioritize", {}); // Makes its trigger, which stays even if it cannot fire.
  await writeFile(join(service.folder, "outside.txt"), "Nobody may read this.");
  outside = filesOutside();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const tokenOf = (sessionId: number): string => questionsPath(service, sessionId).split("/").at(-1) ?? "";

/** One of each thing that a path can refer to, so that the ids 1 to 3 exist. */
async function fillSession(id: number, name: string): Promise<void> {
  const question = {
    message: name,
    requestedSchema: { type: "object", properties: { answer: { type: "string" } } },
    _meta: { "com.pulsemcp/request-id": name },
  };
  for (const [path, body] of [
    [`/sessions/${id}/logs`, { content: name, level: "info" }],
    [`/sessions/${id}/subagent_transcripts`, { agent_id: name }],
    [`/sessions/${id}/enqueued_messages`, { content: name }],
    ["/notifications/push", { session_id: id, message: name }],
    ["/triggers", { name, agent_root_name: "none", prompt_template: name }],
    [`/elicitations/session/${tokenOf(id)}`, question],
  ] as const)
    expect((await service.call("POST", path, body)).status, path).toBeLessThan(300);
}

/** A browser's key, and the key of a plugin that may fire every trigger; paths can refer to three other plugins. */
async function makeNarrowKeys(): Promise<typeof narrowKeys> {
  for (const name of ["one", "two", "three"]) await service.board.call("POST", "/external_apps", { name });
  const external_app = addKey(data.sql, "external_app").token;
  const change = { trigger_ids: [1, 2, 3] };
  expect((await service.board.call("PATCH", "/external_apps/4", change)).status).toBe(200);
  return { external_app, quick_router: addKey(data.sql, "quick_router").token };
}

const keyFor = ({ callers }: Operation): string =>
  callers.flatMap((caller) => narrowKeys[caller] ?? [])[0] ?? service.key;

/** Where Codex unpacks itself when it prints its version. */
const codexTemporary = join(".codex", "tmp") + sep;

/** Every file outside of the data folder, with its text: sessions are stored only in the data folder. */
function filesOutside(): Record<string, string> {
  const files = readdirSync(service.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(service.service.dataFolder + sep) && !path.includes(codexTemporary));
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, "latin1")]));
}

/** On a busy machine. */
const requestTakesMs = 1_000;

/**
 * Everything stored, once no job is running or about to run, because a job's changes do not belong to the next request.
 * Without the turn that occupies the agents' lane.
 */
async function storedAtRest(): Promise<string> {
  // It would keep the background work from ending.
  const isHeld = data.sql
    .prepare("SELECT 1 FROM app_settings WHERE key = 'queue_recovery_mode' AND value <> 'null'")
    .get();
  if (isHeld) await service.call("POST", "/health/exit_queue_recovery_mode");
  const busy = data.sql.prepare(
    "SELECT id FROM jobs WHERE lane <> 'agents' AND (state = 'claimed' OR (state = 'ready' AND run_at <= ?))",
  );
  const atRest = () => expect(busy.all(Date.now() + requestTakesMs)).toEqual([]);
  await vi.waitFor(atRest, { timeout: 20_000, interval: 10 });
  return data.dump();
}

/** That an agent reached what it may do within an hour is in its session's log, once. */
const isNoRefusalNote =
  (answer: string) =>
  ({ name }: { name: string }): boolean =>
    !(name === "session_logs" && answer.includes("within an hour"));

/**
 * Inputs for each operation. Enough time for one on a busy machine: a property that is interrupted before its first run
 * fails.
 */
const runs = {
  numRuns: Number(process.env["SIGNALBOX_FUZZ_RUNS"] ?? 30),
  interruptAfterTimeLimit: 5_000,
  markInterruptAsFailure: false,
};

/** Work left by the previous property does not count as time of this one. */
async function holds<T>(property: fc.IAsyncProperty<T>, numRuns = runs.numRuns): Promise<void> {
  await storedAtRest();
  await fc.assert(property, { ...runs, numRuns });
}

/** A value for each parameter in the path. */
const names = ({ path }: Operation): fc.Arbitrary<Record<string, string>> => {
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name], at) => {
    const known = at === 0 && path.startsWith("/sessions/") ? sessions : (others[name ?? ""] ?? numbers);
    return [name, mostly(fc.constantFrom(...known), hostileName())];
  });
  return fc.record(Object.fromEntries(places) as Record<string, fc.Arbitrary<string>>);
};

type Door = "/api/v1" | "/ui/v1";

/** The base paths under which an operation is available; some have a path outside of them. */
const doorsTo = ({ callers, base }: Operation): readonly Door[] => {
  if (base === "root") return ["/api/v1"];
  return callers.every((caller) => caller === "board" || caller === "human")
    ? ["/ui/v1"]
    : ["/api/v1", "/ui/v1"];
};

interface Sent {
  door: Door;
  path: Record<string, string>;
  query: string;
  body: string | Uint8Array<ArrayBuffer>;
}

const requests = (operation: Operation): fc.Arbitrary<Sent> =>
  fc.record({
    door: fc.constantFrom(...doorsTo(operation)),
    path: names(operation),
    query: hostileQuery(operation),
    body: hostileBody(operation),
  });

async function send(operation: Operation, { door, path, query, body }: Sent) {
  const writes = operation.method !== "get";
  const end = new AbortController();
  const base = operation.base === "root" ? "" : door;
  const response = await fetch(`${service.url}${base}${pathOf(operation, path)}?${query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(door === "/ui/v1" ? service.board.headers : { "x-api-key": keyFor(operation) }),
      ...(writes && { "content-type": "application/json" }),
    },
    ...(writes && { body }),
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

/** An invalid MCP message is refused with an error of the protocol. */
function checkProtocolError(text: string): void {
  const error = { code: expect.any(Number), message: expect.any(String) };
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: "2.0", error });
}

/** Never called at random: they would remove what other runs refer to. */
const spoiling: readonly string[] = ["deleteSession", "revokeApiKey"];
const fuzzed = allOperations.filter(({ id }) => !spoiling.includes(id));
/** Search answers 400 because of R149, MCP because of its protocol. */
const may400: readonly string[] = ["searchSessions", "callSelfSession", "callMcp", "callPluginMcp"];

/** Services that are not connected answer 503, as declared. */
const declares = ({ errors = [] }: Operation, status: number): boolean => errors.includes(status);

/** The table in which an operation notes that it was refused. */
const tells: Readonly<Record<string, string>> = {
  invokePluginTrigger: "trigger_history",
  invokeTrigger: "trigger_history",
  reprioritizeSessions: "trigger_history",
};

describe("arbitrary input", () => {
  test.each(fuzzed.map((operation) => [operation.id, operation] as const))(
    "to %s is answered below 500, and what is refused changes nothing",
    async (id, operation) => {
      await holds(
        fc.asyncProperty(requests(operation), async (request) => {
          const before = await storedAtRest();
          const { status, text } = await send(operation, request);
          if (!declares(operation, status)) expect(status, text).toBeLessThan(500);
          if (status < 400) return;
          if (status === 400) expect(may400).toContain(id);
          if (operation.base === "root" && "jsonrpc" in JSON.parse(text)) checkProtocolError(text);
          else checkRefusal(text);
          const left = differencesOf(before, data.dump()).filter(({ name }) => name !== tells[id]);
          expect(left).toEqual([]);
        }),
      );
    },
    60_000,
  );

  test("to a tool of the session's own MCP server is answered, and what is refused changes nothing", async () => {
    for (const { name, inputSchema } of (await agent.client.listTools()).tools) {
      const fields = Object.keys(inputSchema.properties ?? {}).filter((field) => field !== "session_id");
      await holds(
        fc.asyncProperty(hostileFields(fields), async (input) => {
          const before = await storedAtRest();
          const { isError, text } = await agent.call(name, input);
          expect(text).not.toContain("Internal");
          if (isError) expect(differencesOf(before, data.dump()).filter(isNoRefusalNote(text))).toEqual([]);
        }),
      );
    }
  });

  proves("R222")(
    "to a tool of /mcp is answered without an internal error, and what is refused changes nothing",
    async () => {
      await using mcp = await openMcpClient(service, { query: `?session_id=${sessions[0]}` });
      for (const { name, inputSchema } of (await mcp.client.listTools()).tools) {
        const { action, ...fields } = (inputSchema.properties ?? {}) as Record<string, { enum?: string[] }>;
        const actions = action?.enum ? { action: fc.constantFrom(...action.enum) } : {};
        const input = fc
          .tuple(fc.record(actions), hostileFields(Object.keys(fields)))
          .map(([chosen, rest]) => ({ ...rest, ...chosen }));
        await holds(
          fc.asyncProperty(input, async (given) => {
            const before = await storedAtRest();
            const answer = await mcp.client.callTool({ name, arguments: given });
            const text = JSON.stringify(answer.content);
            expect(text).not.toContain("Internal");
            if (answer.isError !== true) return;
            expect(differencesOf(before, data.dump()).filter(isNoRefusalNote(text))).toEqual([]);
          }),
        );
      }
    },
    60_000,
  );

  proves("R148", "X3")("as a path under /api/v1 is answered below 500 in the one error shape", async () => {
    await holds(
      fc.asyncProperty(
        fc.array(hostileName(), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
        async (segments, method) => {
          const before = await storedAtRest();
          const response = await fetch(`${service.url}/api/v1/${segments.join("/")}`, {
            method,
            headers: { "x-api-key": service.key },
          });
          const text = await response.text();
          expect(response.status).toBe(404);
          checkRefusal(text);
          expect(differencesOf(before, data.dump())).toEqual([]);
        },
      ),
      60,
    );
  });

  test("changes and reads no file outside of the data folder, and pollutes no prototype", () => {
    expect(filesOutside()).toEqual(outside);
    expect(data.dump()).not.toContain("Nobody may read this.");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
