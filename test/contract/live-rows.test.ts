import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  type Effect,
  newCall,
  nextStep,
  type ProviderEvent,
} from "../../renderer/features/talk/call-rules.ts";
import type { ClientSecret, LiveConversation } from "../../server/domains/live/conversations/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type LiveService, startLiveService } from "../support/live.ts";

vi.setConfig({ testTimeout: 120_000 });

let service: LiveService;
let call: LiveConversation;
/** Everything that the service logs. */
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  service = await startLiveService({ log });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  call = await service.live.start("voice");
});

const post = <T>(path: string, body: unknown = {}) =>
  service.board.call<T>("POST", `/live_conversations/${call.id}${path}`, body);

const added = (id: string): ProviderEvent => ({
  type: "conversation.item.added",
  previous_item_id: null,
  item: { id },
});
const responseDone = (id: string, output: object[]): ProviderEvent => ({
  type: "response.done",
  response: { id, status: "completed", output },
});
const message = (id: string) => ({ id, type: "message", content: [{ transcript: `line ${id}` }] });
const functionCall = (id: string) => ({
  id: `item_${id}`,
  type: "function_call",
  call_id: id,
  name: "get_quota",
  arguments: "{}",
});

interface Exchange {
  tools: number;
  fails: boolean;
  /** How many events later its transcription comes. */
  delay: number;
}

const exchanges = fc.array(
  fc.record({ tools: fc.integer({ min: 0, max: 2 }), fails: fc.boolean(), delay: fc.nat(12) }),
  { minLength: 1, maxLength: 4 },
);

/** The provider's events of a call, transcriptions late, and what was said in which order. */
function eventsOf(plan: readonly Exchange[]): { events: ProviderEvent[]; spoken: string[] } {
  const events: ProviderEvent[] = [];
  const late: { at: number; event: ProviderEvent }[] = [];
  const spoken: string[] = [];
  plan.forEach(({ tools, fails, delay }, index) => {
    const [user, assistant] = [`u${index}`, `a${index}`];
    events.push(added(user));
    const outcome = fails ? "failed" : "completed";
    const type = `conversation.item.input_audio_transcription.${outcome}`;
    late.push({ at: events.length + delay, event: { type, item_id: user, transcript: `line ${user}` } });
    const calls = Array.from({ length: tools }, (_, count) => functionCall(`c${index}_${count}`));
    events.push(...calls.map(({ id }) => added(id)));
    if (calls.length > 0) events.push(responseDone(`r${index}t`, calls));
    events.push(added(assistant), responseDone(`r${index}`, [message(assistant)]));
    spoken.push(
      `user: ${fails ? "(not understood)" : `line ${user}`}`,
      ...calls.map(({ call_id }) => `tool: ${call_id}`),
      `assistant: line ${assistant}`,
    );
  });
  for (const { at, event } of late.toSorted((one, other) => other.at - one.at))
    events.splice(Math.min(at, events.length), 0, event);
  return { events, spoken };
}

/** What a page sends for these events, as requests that may be repeated. */
function requestsOf(events: readonly ProviderEvent[], number: number): [path: string, body: object][] {
  let state = newCall(false);
  const effects: Effect[] = [];
  for (const event of events) {
    const [next, more] = nextStep(state, event);
    state = next;
    effects.push(...more);
  }
  return effects.flatMap((effect): [string, object][] => {
    if (effect.kind === "store") {
      const { itemId, ...line } = effect.line;
      return [["/turns", { ...line, not_understood: line.content === "", item_id: itemId, call: number }]];
    }
    if (effect.kind !== "tool") return [];
    const { callId, ...tool } = effect.tool;
    return [["/tool_calls", { ...tool, call_id: callId, call: number }]];
  });
}

it("whatever comes late, twice or out of order, the rows are what was said, in its order, and no tool runs twice", async () => {
  await fc.assert(
    fc.asyncProperty(
      exchanges,
      fc.infiniteStream(fc.boolean()),
      fc.infiniteStream(fc.nat(3)),
      async (plan, repeats, shifts) => {
        call = await service.live.start("voice");
        const { body } = await post<ClientSecret>("/client_secret");
        const { events, spoken } = eventsOf(plan);
        const requests = requestsOf(events, body.call).flatMap((request) =>
          repeats.next().value === true ? [request, request] : [request],
        );
        // The network reorders some of them.
        const order = requests
          .map((request, index) => ({ request, at: index + (shifts.next().value ?? 0) }))
          .toSorted((one, other) => one.at - other.at);
        for (const { request } of order)
          expect((await post(...request)).status, JSON.stringify(request)).toBeLessThan(300);
        const { turns } = await service.live.get(call.id);
        expect(turns.map((turn) => `${turn.role}: ${turn.call_id ?? turn.content}`)).toEqual(spoken);
        using database = openServiceDatabase(service);
        const twice = database.sql
          .prepare(
            `SELECT call_id FROM live_turns WHERE conversation_id = ? AND call_id IS NOT NULL
               GROUP BY call_id HAVING count(*) > 1`,
          )
          .all(call.id);
        expect(twice).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});

it("leaves neither the secret of a call nor the provider's key in a row, an answer, a log or a page", async () => {
  const { body } = await post<ClientSecret>("/client_secret");
  const { client_secret: secret } = body;
  const { key } = service.provider;
  service.provider.refuseMint({ status: 401, message: `Incorrect API key provided: ${key}` });
  const refused = await post("/client_secret");
  await post("/turns", { role: "user", content: `my key is ${key}`, item_id: "leak" });
  await post("/tool_calls", { name: "get_session", arguments: JSON.stringify({ id: key }), call_id: "leak" });
  await post("/mode", { mode: "text" });
  service.provider.script({ says: [`The key is ${key.slice(0, 12)}`, `${key.slice(12)}.`] });
  const told = await service.live.say(call.id, `What is ${key}?`);
  const page = await fetch(service.url, { headers: { accept: "text/html" } });
  using database = openServiceDatabase(service);
  const everywhere = {
    refusal: JSON.stringify(refused.body),
    conversation: JSON.stringify(told),
    list: JSON.stringify((await service.call("GET", "/live_conversations")).body),
    state: JSON.stringify((await service.call("GET", "/live")).body),
    health: JSON.stringify((await service.call("GET", "/health")).body),
    rows: database.dump(),
    log: logged.join(""),
    page: await page.text(),
  };
  for (const [where, text] of Object.entries(everywhere)) {
    expect(text, where).not.toContain(key);
    expect(text, where).not.toContain(secret);
  }
  expect(everywhere.conversation).toContain("What is ");
  expect(everywhere.log).not.toBe("");
});
