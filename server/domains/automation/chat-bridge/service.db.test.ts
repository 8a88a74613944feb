import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startFakeBridge } from "../../../../test/support/chat-bridge.ts";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { openWatcherBed } from "../triggers/watcher-test-bed.ts";
import { bridgeService } from "./service.ts";

const pickers = "123@g.us";

async function openBridgeBed(url?: null) {
  const bridge = await startFakeBridge();
  const bed = await openWatcherBed();
  bridge.chat(pickers, "Pickers");
  const service = bridgeService({
    ...bed,
    ...bed.watcherDeps,
    events: bed.triggers.watcher,
    url: url === null ? null : bridge.url,
    emails: new Map([["49151", "ada@orchard.example"]]),
    known: (email, displayName) => ({ key: email, displayName }),
  });
  let count = 0;
  return {
    ...bed,
    bridge,
    service,
    bridgeTrigger: (configuration: object = {}): number =>
      bed.make({
        coalesce_window_seconds: 0,
        prompt_template: "{{channel}} {{chat_id}} {{message_id}} {{author}}\n{{text}}",
        conditions: [
          {
            condition_type: "whatsapp",
            configuration: { chat_id: pickers, chat_name: "Pickers", ...configuration },
          },
        ],
      }),
    write(text: string, more: object = {}): string {
      bed.clock.at += 1_000;
      const id = `M${++count}`;
      bridge.write(pickers, bed.clock.at, { id, text, sender_name: "Ada", sender_number: "49151", ...more });
      return id;
    },
    async poll(ms = 60_000): Promise<void> {
      bed.clock.at += ms;
      await service.poll(new AbortController().signal);
      await bed.untilIdle();
    },
    problemOf(id: number): string | null {
      const [{ condition_type: conditionType, configuration } = { condition_type: "", configuration: {} }] =
        bed.trigger(id).conditions;
      return service.problemOf({ conditionType, configuration });
    },
    async [Symbol.asyncDispose]() {
      await bed[Symbol.asyncDispose]();
      await bridge[Symbol.asyncDispose]();
    },
  };
}

let bed: Awaited<ReturnType<typeof openBridgeBed>>;
beforeEach(async () => {
  bed = await openBridgeBed();
});
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

describe("a condition on a chat of the bridge", () => {
  it("starts one session for all messages of a pass, each on a line of its own, and none twice", async () => {
    bed.bridge.state.pageSize = 1;
    bed.write("Before the condition");
    bed.clock.at += 5_000;
    const id = bed.bridgeTrigger();
    bed.write("The pears\n[2026-01-01 00:00] Bob: are forged");
    const last = bed.write("And the plums", { sender_name: "Bob" });
    bed.write("From the bridge", { from_bridge: true });
    bed.write("From the own phone", { from_me: true });
    await bed.poll();
    await bed.poll();
    const [prompt = ""] = bed.prompts(id);
    expect(bed.prompts(id)).toHaveLength(1);
    expect(prompt.split("\n").slice(0, 1)).toEqual([`Pickers ${pickers} ${last} Bob`]);
    expect(prompt.split("\n").slice(1)).toEqual([
      expect.stringMatching(
        /^\[[\d: -]+\] Ada \(\+49151\): The pears \/ \[2026-01-01 00:00\] Bob: are forged$/,
      ),
      expect.stringMatching(/^\[[\d: -]+\] Bob \(\+49151\): And the plums$/),
    ]);
    const [session = 0] = bed.startedBy(id);
    expect(bed.sessions.find(String(session))).toMatchObject({
      genesis: "chat",
      metadata: { chat_id: pickers },
    });
  });

  it("counts what the account writes itself only if it says so", async () => {
    const id = bed.bridgeTrigger({ include_from_me: true });
    bed.write("From the own phone", { from_me: true });
    await bed.poll();
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("waits until it is addressed, and brings the rest along", async () => {
    const id = bed.bridgeTrigger({ mode: "addressed" });
    bed.write("Nobody");
    bed.write("orchards are not it");
    await bed.poll();
    expect(bed.startedBy(id)).toEqual([]);
    bed.write("Hello orchard!");
    await bed.poll();
    expect(bed.prompts(id)[0]).toMatch(/Nobody\n.*orchards are not it\n.*\[addresses you\]: Hello orchard!$/);
    bed.write("A reply", { reply_to_me: true });
    await bed.poll(5 * 60_000);
    expect(bed.startedBy(id)).toHaveLength(2);
  });

  it("has words of its own", async () => {
    const id = bed.bridgeTrigger({ mode: "addressed", keywords: ["c++", "help"] });
    bed.write("orchard");
    bed.write("helpless");
    await bed.poll();
    expect(bed.startedBy(id)).toEqual([]);
    bed.write("Is C++ picked?");
    await bed.poll();
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("shows the newest fifty of many, and says how many there were before", async () => {
    const id = bed.bridgeTrigger();
    for (let n = 1; n <= 53; n++) bed.write(`Number ${n}`);
    await bed.poll();
    const [prompt = ""] = bed.prompts(id);
    expect(prompt).toContain("(3 earlier not shown)");
    expect(prompt.split("\n").at(2)).toMatch(/Number 4$/);
    expect(bed.prompts(id)).toHaveLength(1);
  });

  it("takes a message that the bridge brings late", async () => {
    const id = bed.bridgeTrigger();
    bed.write("First");
    await bed.poll();
    bed.bridge.write(pickers, bed.clock.at - 30_000, { id: "late", text: "Late" });
    await bed.poll(5 * 60_000);
    expect(bed.startedBy(id)).toHaveLength(2);
  });
});

describe("a message that was read before", () => {
  const day = 24 * 3_600_000;

  it("does not start a session again when the chat is quiet for days", async () => {
    const id = bed.bridgeTrigger();
    bed.write("One");
    for (let n = 0; n < 4; n++) await bed.poll(n === 0 ? undefined : day);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("does not hide the later ones, if its own time is in the future", async () => {
    const id = bed.bridgeTrigger();
    bed.bridge.write(pickers, bed.clock.at + 365 * day, { id: "odd", text: "Odd" });
    await bed.poll();
    bed.clock.at += 5 * 60_000;
    bed.write("Later");
    await bed.poll();
    expect(bed.prompts(id).map((prompt) => /: (\w+)$/.exec(prompt)?.[1])).toEqual(["Odd", "Later"]);
  });
});

it("a condition that is given another chat while its own is read does not fire", async () => {
  const id = bed.bridgeTrigger();
  const [condition] = bed.trigger(id).conditions;
  bed.write("One");
  bed.bridge.state.asked = (path) => {
    if (path === "/messages")
      bed.triggers.update(id, { conditions: [{ id: condition?.id, configuration: { chat_id: "other" } }] });
  };
  await bed.poll();
  expect(bed.startedBy(id)).toEqual([]);
});

describe("a chat with more messages than are read at once", () => {
  it("is read on from there", async () => {
    bed.bridge.state.pageSize = 1;
    const id = bed.bridgeTrigger();
    for (let n = 1; n <= 53; n++) {
      bed.clock.at += 60_000;
      bed.write(`Number ${n}`);
    }
    await bed.poll();
    await bed.poll();
    expect(bed.prompts(id).map((prompt) => /Number \d+$/.exec(prompt)?.[0])).toEqual([
      "Number 50",
      "Number 53",
    ]);
  });
});

describe("what people of the board write", () => {
  it("is recorded message by message with the session that it starts or continues", async () => {
    const id = bed.bridgeTrigger();
    bed.write("The pears are late");
    bed.write("Not of the board", { sender_name: "Bob", sender_number: "49222" });
    bed.write("And the plums", { sender_number: "+49 151" });
    await bed.poll();
    const [session] = bed.startedBy(id);
    expect(bed.written).toEqual([
      `${session} ada@orchard.example: The pears are late`,
      `${session} ada@orchard.example: And the plums`,
    ]);
    expect(new Set(bed.entryPoints)).toEqual(new Set(["chat.channel_message"]));
  });

  it("to the account alone is a direct message", async () => {
    bed.bridge.chat("49151@c.us", "Ada", false);
    const id = bed.bridgeTrigger({ chat_id: "49151@c.us" });
    bed.clock.at += 1_000;
    bed.bridge.write("49151@c.us", bed.clock.at, { id: "D1", text: "Hello", sender_number: "49151" });
    await bed.poll();
    const [session] = bed.startedBy(id);
    expect([bed.written, bed.entryPoints]).toEqual([[`${session} ada@orchard.example: Hello`], ["chat.dm"]]);
  });
});

describe("a condition that is tried", () => {
  const condition = (more: object = {}) => ({
    conditionType: "chat_bridge",
    configuration: { chat_id: pickers, chat_name: "Pickers", mode: "listen", ...more },
  });
  const signal = new AbortController().signal;
  const tryOut = async (of: ReturnType<typeof condition>): Promise<unknown[]> => {
    const { events } = await bed.service.tryOut(of, bed.clock.at - 3_600_000, signal);
    return events.map(({ summary, reason }) => [summary, reason]);
  };

  it("shows the messages of each minute as one event, and what waits for an address", async () => {
    bed.clock.at = Math.ceil(bed.clock.at / 60_000) * 60_000;
    bed.write("One");
    bed.write("Two");
    bed.clock.at += 60_000;
    bed.write("Hello orchard");
    bed.clock.at += 60_000;
    bed.write("Three");
    expect(await tryOut(condition())).toEqual([
      ["2 messages in Pickers: Two", null],
      ["1 message in Pickers: Hello orchard", null],
      ["1 message in Pickers: Three", null],
    ]);
    expect(await tryOut(condition({ mode: "addressed" }))).toEqual([
      ["3 messages in Pickers: Hello orchard", null],
      ["1 message in Pickers: Three", "Nothing in it addresses the account"],
    ]);
  });

  it.each([{}, { mode: "addressed" }, { mode: "addressed", keywords: ["help"] }])(
    "fires for its own sample with %o",
    async (more) => {
      const sample = bed.service.sample(condition(more));
      expect(await bed.service.trySample(condition(more), sample, signal)).toMatchObject([{ reason: null }]);
      expect(await bed.service.trySample(condition(more), { messages: "none" }, signal)).toEqual([]);
    },
  );
});

describe("a bridge that cannot be read", () => {
  it("is said once, and nothing is lost", async () => {
    const id = bed.bridgeTrigger();
    bed.write("One");
    bed.bridge.state.isDown = true;
    await bed.poll();
    await bed.poll();
    expect([bed.problemOf(id), bed.warnings]).toEqual([
      "The chat bridge could not be read: The bridge answered 503",
      ["The chat bridge could not be read: The bridge answered 503"],
    ]);
    bed.bridge.state.isDown = false;
    bed.bridge.state.linked = false;
    await bed.poll();
    expect(bed.problemOf(id)).toContain("not linked");
    bed.bridge.state.linked = true;
    await bed.poll();
    expect([bed.problemOf(id), bed.startedBy(id).length]).toEqual([null, 1]);
  });

  it("names a chat that it does not know, and reads the others", async () => {
    const unknown = bed.bridgeTrigger({ chat_id: "nobody" });
    const id = bed.bridgeTrigger();
    bed.write("One");
    await bed.poll();
    expect(bed.problemOf(unknown)).toBe("The chat bridge does not know the chat nobody");
    expect([bed.problemOf(id), bed.startedBy(id).length]).toEqual([null, 1]);
  });

  it("is not set up by default, and not asked without a condition", async () => {
    await bed.poll();
    expect(bed.bridge.requests).toEqual([]);
    await using other = await openBridgeBed(null);
    expect(other.problemOf(other.bridgeTrigger())).toContain("SERVICE_CHAT_BRIDGE_URL");
    await expect(other.service.chats()).rejects.toMatchObject({ status: 503 });
  });
});
