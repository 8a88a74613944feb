import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { ada, bob, type ChatBed, directOfAda, openChatBed, orchard } from "./chat-test-bed.ts";

afterEach(stopQueues);

/** Everything that happens on the platform and to the service, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant("write" as const) },
  { weight: 3, arbitrary: fc.constant("mention" as const) },
  { weight: 2, arbitrary: fc.constant("reply with a mention" as const) },
  { weight: 2, arbitrary: fc.constant("write directly" as const) },
  { weight: 1, arbitrary: fc.constant("bot writes" as const) },
  { weight: 5, arbitrary: fc.constant("poll" as const) },
  { weight: 4, arbitrary: fc.constant("deliver oldest" as const) },
  { weight: 3, arbitrary: fc.constant("deliver newest" as const) },
  { weight: 2, arbitrary: fc.constant("deliver again" as const) },
  { weight: 1, arbitrary: fc.constant("lose delivery" as const) },
  { weight: 1, arbitrary: fc.constant("edit" as const) },
  { weight: 1, arbitrary: fc.constant("toggle" as const) },
  { weight: 1, arbitrary: fc.constant("limit" as const) },
  { weight: 1, arbitrary: fc.constant("kill" as const) },
  { weight: 1, arbitrary: fc.constant("restart" as const) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Payload = ReturnType<ChatBed["slack"]["payload"]>;

/** The world of one run, with what should have started by its end. */
async function openWorld(windowSeconds: number) {
  const bed = await openChatBed({ mode: "webhook_with_poll_fallback", hasWebhook: true });
  const more = { coalesce_window_seconds: windowSeconds };
  const inChannel = bed.chatTrigger({ channel_id: orchard }, more);
  const mentions = bed.chatTrigger({ event_type: "bot_mention" }, more);
  const directs = bed.chatTrigger({ event_type: "dm_message" }, more);
  const triggers = [inChannel, mentions, directs];
  const waiting: Payload[] = [];
  const delivered: Payload[] = [];
  const expected = new Map(triggers.map((id) => [id, [] as string[]]));
  let isOn = true;
  let count = 0;
  let first: string | null = null;

  function write(
    of: { channel: string; user: string; words: string; thread?: string | null },
    ...fires: number[]
  ) {
    const words = `${of.words} number ${++count}`;
    const thread = of.thread ?? null;
    const more = thread === null ? {} : { thread_ts: thread };
    const message = bed.slack.write(of.channel, of.user, words, more);
    if (of.channel === orchard && thread === null) first ??= message.ts;
    waiting.push(bed.slack.payload(of.channel, message));
    if (words.includes(bed.slack.me.userId))
      waiting.push(bed.slack.payload(of.channel, message, "app_mention"));
    if (isOn) for (const id of fires) expected.get(id)?.push(`number ${count}`);
  }
  const mention = `<@${bed.slack.me.userId}>`;
  const user = (): string => (count % 2 === 0 ? ada : bob);
  const send = async (payload: Payload | undefined): Promise<void> => {
    if (!payload) return;
    await bed.deliver(payload);
    delivered.push(payload);
  };
  /** A process that ends during its writes has written nothing of them. */
  async function killed(): Promise<void> {
    bed.database.sql.exec(
      "CREATE TEMP TRIGGER killed BEFORE INSERT ON trigger_sightings BEGIN SELECT RAISE(ABORT, 'killed'); END",
    );
    await bed.poll().catch(() => undefined);
    bed.database.sql.exec("DROP TRIGGER killed");
    bed.restart();
  }
  /** Until everything was read, however many requests it takes. */
  async function readAll(): Promise<void> {
    for (let minute = 0; minute < 6; minute++) await bed.poll(3 * 60_000);
  }

  const acts: Record<Step, () => Promise<void> | void> = {
    write: () => write({ channel: orchard, user: user(), words: "Words" }, inChannel),
    mention: () => write({ channel: orchard, user: user(), words: mention }, inChannel, mentions),
    "reply with a mention": () =>
      first === null
        ? undefined
        : write({ channel: orchard, user: user(), words: mention, thread: first }, mentions),
    "write directly": () => write({ channel: directOfAda, user: ada, words: "Just us" }, mentions, directs),
    "bot writes": () => write({ channel: orchard, user: bed.slack.me.userId, words: "Mine" }),
    poll: () => bed.poll(),
    "deliver oldest": () => send(waiting.shift()),
    "deliver newest": () => send(waiting.pop()),
    "deliver again": () => send(delivered.at(-1)),
    "lose delivery": () => void waiting.shift(),
    edit() {
      for (const id of triggers) {
        const [condition] = bed.trigger(id).conditions;
        const configuration = { ...condition?.configuration, channel_name: `At ${bed.clock.at}` };
        bed.service.triggers.update(id, {
          name: "Edited",
          conditions: [{ id: condition?.id, configuration }],
        });
      }
    },
    async toggle() {
      // What happened before is seen before.
      await readAll();
      bed.clock.at += 10_000;
      for (const id of triggers) bed.service.triggers.toggle(id);
      isOn = !isOn;
      bed.clock.at += 10_000;
    },
    limit: () => bed.slack.fail({ status: 429, headers: { "retry-after": "60" }, times: 1 }),
    kill: killed,
    restart: () => bed.restart(),
  };

  /** What each trigger gave to sessions, in prompts and as messages. */
  function seen(id: number): string[] {
    const sessions = bed.database.sql
      .prepare<[number], number>("SELECT session_id FROM trigger_sessions WHERE trigger_id = ?")
      .pluck()
      .all(id);
    const texts = [
      ...sessions.map((session) => bed.sessions.byId(session)?.prompt ?? ""),
      ...bed.posted.filter((line) => sessions.includes(Number(line.split(" ")[0]))),
    ];
    return texts.flatMap((text) => text.match(/number \d+/g) ?? []);
  }

  return {
    bed,
    expected,
    async act(kind: Step): Promise<void> {
      bed.clock.at += 3_000;
      await acts[kind]();
    },
    async end(): Promise<Map<number, string[]>> {
      bed.slack.fail(null);
      if (!isOn) await acts.toggle();
      while (waiting.length > 0) await send(waiting.shift());
      await readAll();
      await bed.settle(60_000);
      return new Map(triggers.map((id) => [id, seen(id)]));
    },
  };
}

const sorted = (found: ReadonlyMap<number, string[]>) =>
  [...found].map(([id, names]) => [id, names.toSorted()]);

it.each([0, 60])(
  "each message reaches one session, once, however all of it interleaves; with a window of %d s",
  async (windowSeconds) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = await openWorld(windowSeconds);
        await using _bed = world.bed;
        for (const kind of steps) await world.act(kind);
        const found = await world.end();
        expect(sorted(found)).toEqual(sorted(world.expected));
        if (windowSeconds > 0) return;
        const counts = [...found].map(([id, names]) => [id, names.length]);
        expect(counts).toEqual(
          [...found.keys()].map((id) => [id, world.bed.trigger(id).sessions_created_count]),
        );
      }),
      { numRuns: 25 },
    );
  },
  240_000,
);
