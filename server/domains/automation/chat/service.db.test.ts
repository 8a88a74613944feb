import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FakeMessage } from "../../../../test/support/slack.ts";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { ada, bob, type ChatBed, directOfAda, openChatBed, orchard, yard } from "./chat-test-bed.ts";

let bed: ChatBed;

beforeEach(async () => {
  bed = await openChatBed();
});
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

it("leaves nothing behind of a request that was answered", async () => {
  bed.chatTrigger({ channel_id: orchard });
  const { signal } = new AbortController();
  await bed.chat().poll(signal);
  expect(bed.slack.count("conversations.history")).toBe(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

const minute = 60_000;
const hour = 60 * minute;
const started = (id: number): number => bed.startedBy(id).length;
const historyOf = (id: number) => bed.triggers.get(id).history;
const mention = (words: string): string => `<@${bed.slack.me.userId}> ${words}`;
const write = (
  words: string,
  more: Partial<FakeMessage> = {},
  user = ada,
  channel = orchard,
): FakeMessage => {
  bed.clock.at += 1_000;
  return bed.slack.write(channel, user, words, more);
};

describe.each(["polling", "a webhook"])("by %s", (way) => {
  async function tell(message: FakeMessage, channel = orchard): Promise<void> {
    if (way === "polling") {
      await bed.poll(2 * minute);
      // The first reading of many places takes the requests of several minutes.
      await bed.poll(2 * minute);
    } else await bed.deliver(bed.slack.payload(channel, message));
  }

  it("a message starts one session, with who wrote what and where", async () => {
    const id = bed.chatTrigger({ channel_id: orchard });
    const message = write("The <https://pears.test|pears> &amp; plums are late");
    await tell(message);
    await tell(message);
    await bed.poll();
    expect(bed.prompts(id)).toEqual(["Ada in #orchard: The pears (https://pears.test) & plums are late"]);
    const [session = 0] = bed.startedBy(id);
    const { genesis, metadata } = bed.sessions.find(String(session));
    expect(genesis).toBe("chat");
    expect(metadata).toMatchObject({ chat_channel_id: orchard, chat_message_ts: message.ts, trigger_id: id });
    expect(historyOf(id)).toMatchObject([{ outcome: "started", cause: "chat", session_id: session }]);
    expect(bed.written).toEqual([
      `${session} ada@example.com: The pears (https://pears.test) & plums are late`,
    ]);
  });

  it("what the bot writes starts nothing, and neither do edits, joins and group chats", async () => {
    const id = bed.chatTrigger({ channel_id: orchard });
    for (const message of [
      write("Mine", {}, bed.slack.me.userId),
      write("Edited", { subtype: "message_changed" }),
      write("joined", { subtype: "channel_join" }),
    ])
      await tell(message);
    const { body, event } = bed.slack.payload(orchard, write("In a group"));
    if (way === "a webhook") {
      await bed.deliver({ event, body: { ...body, event: { ...body.event, channel_type: "mpim" } } });
      expect(started(id)).toBe(0);
    }
  });

  it("a mention starts one session for both events that Slack sends of it", async () => {
    const id = bed.chatTrigger({ event_type: "bot_mention", channel_id: orchard });
    await tell(write("Not for you"));
    const message = write(mention("pick"));
    await tell(message);
    await bed.deliver(bed.slack.payload(orchard, message, "app_mention"));
    await tell(write(mention("from a bot"), {}, "B0OTHER00"));
    expect(bed.prompts(id)).toEqual([`Ada in #orchard: @${bed.slack.me.userId} pick`]);
  });

  it("a mention without a channel is found everywhere, and in direct messages", async () => {
    const id = bed.chatTrigger({ event_type: "bot_mention" });
    const first = write("Root", {}, bob, yard);
    await tell(write(mention("in a thread"), { thread_ts: first.ts }, ada, yard), yard);
    await tell(write("Just us", {}, ada, directOfAda), directOfAda);
    expect(bed.prompts(id)).toEqual([
      `Ada in #yard: @${bed.slack.me.userId} in a thread`,
      "Ada in direct messages: Just us",
    ]);
  });

  it("a direct message is for its own kind of condition", async () => {
    const direct = bed.chatTrigger({ event_type: "dm_message" });
    const other = bed.chatTrigger({ event_type: "bot_mention", channel_id: orchard });
    await tell(write("Just us", {}, ada, directOfAda), directOfAda);
    expect([started(direct), started(other)]).toEqual([1, 0]);
    expect(bed.written).toEqual([`${bed.startedBy(direct)[0]} ada@example.com: Just us`]);
  });

  it("only replies in its thread count for a condition on a thread", async () => {
    const first = write("Root");
    bed.clock.at += minute;
    const id = bed.chatTrigger({ channel_id: orchard, thread_ts: first.ts });
    await tell(write("Elsewhere"));
    await tell(write("In it", { thread_ts: first.ts }));
    expect(bed.prompts(id)).toEqual(["Ada in #orchard: In it"]);
  });

  it("who may not fire a condition is named in its history", async () => {
    const listed = bed.chatTrigger({ channel_id: orchard, allow_everyone: false, allowed_user_ids: [bob] });
    const members = bed.chatTrigger({ channel_id: orchard, allow_everyone: false });
    await tell(write("From Ada"));
    await tell(write("From Bob", {}, bob));
    expect([bed.prompts(listed), bed.prompts(members)]).toEqual([
      ["Bob in #orchard: From Bob"],
      ["Ada in #orchard: From Ada", "Bob in #orchard: From Bob"],
    ]);
    expect(historyOf(listed)).toMatchObject([
      { outcome: "started" },
      { outcome: "filtered", cause: "chat", reason: expect.stringContaining("Ada is not among the people") },
    ]);
    expect(bed.written).toHaveLength(1);
  });

  it("what was written before the condition, or while it was off, is not for it", async () => {
    const early = write("Early");
    bed.clock.at += minute;
    const id = bed.chatTrigger({ channel_id: orchard });
    await tell(early);
    bed.service.triggers.toggle(id);
    bed.clock.at += minute;
    const between = write("Between");
    bed.clock.at += minute;
    bed.service.triggers.toggle(id);
    await tell(between);
    expect(started(id)).toBe(0);
    await tell(write("After"));
    expect(started(id)).toBe(1);
  });

  it("two conditions of one trigger share its session", async () => {
    const channel = { condition_type: "slack", configuration: { channel_id: orchard, allow_everyone: true } };
    const mentioned = {
      condition_type: "chat",
      configuration: { event_type: "bot_mention", channel_id: orchard, allow_everyone: true },
    };
    const id = bed.chatTrigger({}, { conditions: [channel, mentioned] });
    await tell(write(mention("pick")));
    expect(started(id)).toBe(1);
  });
});

describe("messages shortly after each other", () => {
  it("are one session when they are read together, with all of their texts", async () => {
    const id = bed.chatTrigger({ channel_id: orchard }, { coalesce_window_seconds: null });
    for (const words of ["One", "Two\nTwo", "Three"]) write(words);
    write("Bob's", {}, bob);
    bed.clock.at += 2 * minute;
    write("Much later");
    await bed.poll();
    const prompts = bed.prompts(id);
    expect(prompts).toHaveLength(3);
    expect(prompts[0]).toMatch(/^Ada in #orchard: One\n\n\[Signalbox\][^]*Ada: Two \/ Two [^]*Ada: Three /);
    expect(prompts.slice(1)).toEqual(["Bob in #orchard: Bob's", "Ada in #orchard: Much later"]);
    const [first] = bed.startedBy(id);
    expect(bed.written.filter((line) => line.startsWith(`${first} `))).toHaveLength(3);
    expect(historyOf(id).filter(({ outcome }) => outcome === "coalesced")).toHaveLength(2);
  });

  it("go to the session of the first one when they come later", async () => {
    const id = bed.chatTrigger({ channel_id: orchard }, { coalesce_window_seconds: 30 });
    await bed.deliver(bed.slack.payload(orchard, write("One")));
    const [session = 0] = bed.startedBy(id);
    await bed.deliver(bed.slack.payload(orchard, write("Two")));
    expect(started(id)).toBe(1);
    expect(bed.posted).toEqual([
      expect.stringMatching(new RegExp(`^${session} trigger "Pick": [^]*Ada: Two`)),
    ]);
    bed.clock.at += minute;
    await bed.deliver(bed.slack.payload(orchard, write("Three")));
    expect(started(id)).toBe(2);
    await bed.poll();
    expect([started(id), bed.posted.length]).toEqual([2, 1]);
  });

  it("start a session of their own once the first one's has ended", async () => {
    const id = bed.chatTrigger({ channel_id: orchard }, { coalesce_window_seconds: 30 });
    await bed.deliver(bed.slack.payload(orchard, write("One")));
    const [session = 0] = bed.startedBy(id);
    const row = bed.sessions.byId(session);
    if (row) bed.sessions.write(row, { status: "failed" });
    await bed.deliver(bed.slack.payload(orchard, write("Two")));
    expect([started(id), bed.posted]).toEqual([2, []]);
  });
});

describe("in passing", () => {
  it("replies in threads that the bot wrote in are heard", async () => {
    const id = bed.chatTrigger({ event_type: "passive_listen_thread", channel_id: orchard });
    const [quiet, own] = [write("Quiet"), write("Own")];
    write("Bot's answer", { thread_ts: own.ts }, bed.slack.me.userId);
    write("In the quiet one", { thread_ts: quiet.ts });
    write("In its own", { thread_ts: own.ts }, bob);
    write(mention("is a mention"), { thread_ts: own.ts });
    await bed.poll();
    expect(bed.prompts(id)).toEqual(["Bob in #orchard: In its own"]);
    for (let day = 0; day < 3; day++) await bed.poll(24 * hour);
    write("Days later", { thread_ts: own.ts }, bob);
    await bed.poll();
    await bed.poll(20 * minute);
    expect(bed.prompts(id)).toEqual(["Bob in #orchard: In its own", "Bob in #orchard: Days later"]);
  });

  it("the top level is heard for six hours after the bot wrote there", async () => {
    const id = bed.chatTrigger({ event_type: "passive_listen_channel", channel_id: orchard });
    write("Before");
    await bed.poll();
    write("Bot's news", {}, bed.slack.me.userId);
    write("Thanks");
    await bed.poll();
    await bed.poll(7 * hour);
    write("Much later");
    await bed.poll();
    expect(bed.prompts(id)).toEqual(["Ada in #orchard: Thanks"]);
  });
});

describe("a fire that cannot be made now", () => {
  it("is given up while a session of the trigger waits", async () => {
    const id = bed.chatTrigger({ channel_id: orchard }, { skip_if_pending_session: true });
    write("One");
    await bed.poll();
    write("Two");
    await bed.poll();
    const [session = 0] = bed.startedBy(id);
    const row = bed.sessions.byId(session);
    if (row) bed.sessions.write(row, { status: "needs_input" });
    await bed.settle(2 * hour);
    expect(started(id)).toBe(1);
    expect(historyOf(id)[0]).toMatchObject({ outcome: "skipped", cause: "chat" });
  });

  it("is given up during a burst", async () => {
    const id = bed.chatTrigger({ channel_id: orchard }, { max_sessions_per_minute: 1 });
    for (const words of ["One", "Two", "Three", "Four"]) write(words);
    await bed.poll();
    await bed.settle(hour);
    expect(historyOf(id).map(({ outcome }) => outcome)).toEqual([
      "suppressed",
      "suppressed",
      "burst_notice",
      "started",
    ]);
  });

  it("is made later while the session to continue is running, with what came in the meantime", async () => {
    const id = bed.chatTrigger(
      { channel_id: orchard },
      { reuse_session: true, coalesce_window_seconds: null },
    );
    write("One");
    await bed.poll();
    const [session = 0] = bed.startedBy(id);
    const busy = bed.sessions.byId(session);
    if (busy) bed.sessions.write(busy, { status: "running" });
    await bed.poll(5 * minute);
    write("Two");
    await bed.poll();
    write("Three");
    await bed.poll(1_000);
    await bed.poll();
    expect(bed.posted).toEqual([]);
    const rested = bed.sessions.byId(session);
    if (rested) bed.sessions.write(rested, { status: "needs_input" });
    await bed.settle(hour);
    expect(bed.posted.join("\n")).toMatch(/Two[^]*Three/);
    expect(started(id)).toBe(1);
  });
});

it("a channel in which nothing happens is written once an hour", async () => {
  bed.chatTrigger({ channel_id: orchard });
  write("One");
  await bed.poll();
  const checkedAt = bed.database.sql
    .prepare<[], number>("SELECT checked_at FROM chat_conversations WHERE channel = 'C0ORCHARD'")
    .pluck();
  const first = checkedAt.get();
  await bed.poll();
  await bed.poll(30 * minute);
  expect(checkedAt.get()).toBe(first);
  await bed.poll(30 * minute);
  expect(checkedAt.get()).toBe(bed.clock.at);
});
