import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeMessage, slackToken } from "../../../../test/support/slack.ts";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { ada, type ChatBed, openChatBed, orchard, yard } from "./chat-test-bed.ts";

let bed: ChatBed;

beforeEach(async () => {
  bed = await openChatBed();
});
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

const minute = 60_000;
const started = (id: number): number => bed.startedBy(id).length;
const write = (
  words: string,
  more: Partial<FakeMessage> = {},
  user = ada,
  channel = orchard,
): FakeMessage => {
  bed.clock.at += 1_000;
  return bed.slack.write(channel, user, words, more);
};
const problemOf = (id: number) => {
  const [condition] = bed.trigger(id).conditions;
  return bed.chat().problemOf({
    conditionType: condition?.condition_type ?? "",
    configuration: condition?.configuration ?? {},
  });
};

describe("what Slack does", () => {
  it("with several pages, all of them are read", async () => {
    bed.slack.state.pageSize = 2;
    const id = bed.chatTrigger({ channel_id: orchard });
    for (let n = 1; n <= 7; n++) write(`Number ${n}`);
    await bed.poll();
    await bed.poll();
    expect(started(id)).toBe(7);
  });

  it("with an incomplete answer, nothing is passed over", async () => {
    bed.slack.state.pageSize = 2;
    const id = bed.chatTrigger({ channel_id: orchard });
    for (let n = 1; n <= 3; n++) write(`Number ${n}`);
    bed.slack.state.incomplete = 3;
    await bed.poll();
    expect(started(id)).toBe(0);
    expect(problemOf(id)).toBe("Slack's answers are incomplete; reading goes on when they are not");
    await bed.poll();
    expect([started(id), problemOf(id)]).toEqual([3, null]);
  });

  it("with a rate limit, reading stops at once, and goes on when it may", async () => {
    const id = bed.chatTrigger({ channel_id: orchard });
    bed.chatTrigger({ channel_id: yard });
    await bed.poll();
    write("One");
    bed.slack.fail({ status: 429, headers: { "retry-after": "120" }, times: 1 });
    const before = bed.slack.requests.length;
    await bed.poll();
    await bed.poll();
    expect(bed.slack.requests).toHaveLength(before + 1);
    expect(problemOf(id)).toMatch(/^Slack's rate limit is used up; reading goes on at /);
    expect(bed.warnings).toHaveLength(1);
    await bed.poll(2 * minute);
    expect([started(id), problemOf(id)]).toEqual([1, null]);
  });

  it.each(["999999999", "90"])(
    "with a rate limit of %s s, nobody waits longer than an hour",
    async (seconds) => {
      const id = bed.chatTrigger({ channel_id: orchard });
      await bed.poll();
      write("One");
      bed.slack.fail({ status: 429, headers: { "retry-after": seconds }, times: 1 });
      await bed.poll();
      await bed.poll(seconds === "90" ? -30 * 24 * 60 * minute : 61 * minute);
      expect(started(id)).toBe(1);
    },
  );

  it("with an outage, it is said once, and nothing is lost", async () => {
    const id = bed.chatTrigger({ channel_id: orchard });
    await bed.poll();
    write("One");
    bed.slack.fail({ status: 503 });
    await bed.poll();
    bed.slack.fail({ isDead: true });
    await bed.poll();
    expect(problemOf(id)).toMatch(/^Slack could not be read: /);
    bed.slack.fail(null);
    await bed.poll();
    expect([started(id), problemOf(id)]).toEqual([1, null]);
  });

  it("a channel that the bot is not in is named, and the others are read", async () => {
    bed.slack.channel("C0LOCKED0", { isJoined: false });
    const locked = bed.chatTrigger({ channel_id: "C0LOCKED0" });
    const id = bed.chatTrigger({ channel_id: orchard });
    write("One");
    await bed.poll();
    expect(started(id)).toBe(1);
    expect(problemOf(locked)).toContain("invite it there");
    expect(problemOf(id)).toBeNull();
    bed.slack.channel("C0LOCKED0");
    await bed.poll(11 * minute);
    expect(problemOf(locked)).toBeNull();
  });

  it.each(["internal_error", "invalid_auth"])(
    "what people write is not passed over while it answers %s to who they are",
    async (error) => {
      const id = bed.chatTrigger({ channel_id: orchard, allow_everyone: false });
      await bed.poll();
      write("One");
      bed.slack.fail({ methods: ["users.info"], body: { ok: false, error }, times: 3 });
      for (let n = 0; n < 4; n++) await bed.poll();
      expect([bed.prompts(id), problemOf(id)]).toEqual([["Ada in #orchard: One"], null]);
    },
  );

  it("a condition that is narrowed while it is asked who wrote does not fire", async () => {
    const id = bed.chatTrigger({ channel_id: orchard });
    const [condition] = bed.trigger(id).conditions;
    await bed.poll();
    write("One");
    bed.slack.state.clock = () => {
      if (bed.slack.count("users.info") === 1)
        bed.triggers.update(id, {
          conditions: [
            { id: condition?.id, configuration: { channel_id: orchard, allowed_user_ids: ["U0BOB0000"] } },
          ],
        });
      return bed.clock.at;
    };
    await bed.poll();
    expect(started(id)).toBe(0);
  });

  it("a thread that was deleted does not keep the channel from being read", async () => {
    const id = bed.chatTrigger({ channel_id: orchard, event_type: "bot_mention" });
    const first = write("A thread");
    write("With a reply", { thread_ts: first.ts });
    const fixed = bed.chatTrigger({ channel_id: orchard, thread_ts: first.ts });
    await bed.poll();
    bed.slack.channel(orchard, { name: "orchard" });
    await bed.poll(25 * 60 * minute);
    write(`<@${bed.slack.me.userId}> One`);
    await bed.poll();
    expect([started(id), problemOf(id), problemOf(fixed)]).toEqual([1, null, expect.any(String)]);
  });

  it("a permission that the app lacks for some places is said there, and the others are read", async () => {
    const anywhere = bed.chatTrigger({ event_type: "dm_message" });
    const id = bed.chatTrigger({ channel_id: orchard });
    bed.slack.fail({
      methods: ["users.conversations"],
      body: { ok: false, error: "missing_scope", needed: "im:read" },
    });
    write("One");
    await bed.poll();
    expect([started(id), problemOf(id), problemOf(anywhere)]).toEqual([
      1,
      null,
      expect.stringContaining("im:read"),
    ]);
  });

  it.each([-90, 90].map((seconds) => seconds * 1_000))(
    "with a clock that is %d ms off, messages are neither lost nor too old",
    async (skewMs) => {
      bed.slack.state.skewMs = skewMs;
      const early = bed.slack.write(orchard, ada, "Early");
      bed.chatTrigger({ channel_id: yard });
      await bed.poll();
      const id = bed.chatTrigger({ channel_id: orchard });
      write("One");
      await bed.poll();
      await bed.deliver(bed.slack.payload(orchard, early));
      await bed.deliver(bed.slack.payload(orchard, write("Two")));
      expect(bed.prompts(id)).toEqual(["Ada in #orchard: One", "Ada in #orchard: Two"]);
    },
  );

  it("with many channels, a minute's requests stay few", async () => {
    for (let n = 10; n < 60; n++) {
      bed.slack.channel(`C0MANY00${n}`);
      bed.chatTrigger({ channel_id: `C0MANY00${n}` });
    }
    const before = bed.slack.requests.length;
    for (let n = 0; n < 30; n++) await bed.poll();
    expect((bed.slack.requests.length - before) / 30).toBeLessThan(10);
    const read = new Set(bed.slack.requests.map(({ input }) => input["channel"]).filter(Boolean));
    expect(read.size).toBe(50);
  });

  it("without the permission to read people, only a list or everyone can fire", async () => {
    bed.slack.state.hasScope = false;
    const known = bed.chatTrigger({ channel_id: orchard, allow_everyone: false });
    const everyone = bed.chatTrigger({ channel_id: orchard });
    write("One");
    await bed.poll();
    expect([started(known), bed.prompts(everyone)]).toEqual([0, [`${ada} in #orchard: One`]]);
    expect([problemOf(known), problemOf(everyone)]).toEqual([
      expect.stringContaining("Nobody can fire it: Slack does not say"),
      null,
    ]);
  });

  it("with a token that it does not accept, the page says so", async () => {
    await using other = await openChatBed({ token: "xoxb-nothing" });
    const id = other.chatTrigger({ channel_id: orchard });
    await other.poll();
    const { configuration = {}, condition_type: conditionType = "" } = other.trigger(id).conditions[0] ?? {};
    expect(other.chat().problemOf({ conditionType, configuration })).toContain(
      "does not accept the bot token",
    );
  });
});

describe("switched off, or without a token", () => {
  it("nothing is read, and the page says so", async () => {
    for (const [more, words] of [
      [{ mode: "off" }, "Chat is off"],
      [{ token: null }, "Slack is not connected"],
    ] as const) {
      await using other = await openChatBed(more);
      const id = other.chatTrigger({ channel_id: orchard });
      const message = other.slack.write(orchard, ada, "One");
      await other.poll();
      await other.deliver(other.slack.payload(orchard, message));
      const { configuration = {} } = other.trigger(id).conditions[0] ?? {};
      expect(other.chat().problemOf({ conditionType: "slack", configuration })).toContain(words);
      expect([other.startedBy(id), other.slack.requests]).toEqual([[], []]);
    }
  });

  it("an idle service sends no request", async () => {
    await bed.poll();
    bed.service.triggers.toggle(bed.chatTrigger({ channel_id: orchard }));
    await bed.poll();
    expect(bed.slack.requests).toEqual([]);
  });
});

describe("the bot token", () => {
  it("is tried before it is kept, and can be forgotten", async () => {
    await using other = await openChatBed({ token: null });
    expect(await other.chat().connection()).toMatchObject({ source: null, problem: expect.any(String) });
    await expect(other.chat().connect("xoxb-nothing")).rejects.toMatchObject({ status: 422 });
    expect(await other.chat().connect(slackToken)).toMatchObject({
      source: "board",
      team: "Orchard",
      bot: "signalbox",
      problem: null,
    });
    expect((await other.chat().channels()).map(({ name }) => name)).toEqual(["orchard", "yard"]);
    expect(await other.chat().disconnect()).toMatchObject({ source: null });
    await expect(other.chat().channels()).rejects.toMatchObject({ status: 503 });
  });
});
