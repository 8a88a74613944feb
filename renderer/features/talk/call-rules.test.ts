import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallState,
  type Effect,
  newCall,
  nextStep,
  type ProviderEvent,
  playedPart,
} from "./call-rules.ts";

function play(
  events: readonly Parameters<typeof nextStep>[1][],
  gated = false,
): { state: CallState; effects: Effect[] } {
  let state = newCall(gated);
  const effects: Effect[] = [];
  for (const event of events) {
    const [next, more] = nextStep(state, event);
    state = next;
    effects.push(...more);
  }
  return { state, effects };
}

const added = (id: string, after?: string): ProviderEvent => ({
  type: "conversation.item.added",
  previous_item_id: after ?? null,
  item: { id },
});
const transcribed = (id: string, transcript: string): ProviderEvent => ({
  type: "conversation.item.input_audio_transcription.completed",
  item_id: id,
  transcript,
});
const done = (id: string, output: object[], more: object = {}): ProviderEvent => ({
  type: "response.done",
  response: { id, status: "completed", output, ...more },
});
const message = (id: string, transcript: string) => ({ id, type: "message", content: [{ transcript }] });
const call = (id: string) => ({
  id: `item_${id}`,
  type: "function_call",
  call_id: id,
  name: "get_quota",
  arguments: "{}",
});
const lines = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === "store" ? [effect.line] : []));
const sent = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === "send" ? [effect.event.type] : []));

describe("nextStep", () => {
  it("keeps the place of a line whose transcription comes after the answer", () => {
    const { effects } = play([
      added("u1"),
      added("a1", "u1"),
      done("r1", [message("a1", "Two.")]),
      transcribed("u1", "How many?"),
    ]);
    const inOrder = lines(effects).sort((one, other) => one.item - other.item);
    expect(inOrder.map(({ content }) => content)).toEqual(["How many?", "Two."]);
  });

  it("stores a line that was not understood in its place", () => {
    const failed = { type: "conversation.item.input_audio_transcription.failed", item_id: "u1" };
    expect(lines(play([added("u1"), failed]).effects)).toMatchObject([{ role: "user", content: "" }]);
  });

  it("stores only what was heard of an answer that was interrupted", () => {
    const { effects } = play([
      added("a1"),
      { type: "output_audio_buffer.started" },
      done("r1", [message("a1", "There are seven sessions that need you now")]),
      { type: "conversation.item.truncated", item_id: "a1", audio_end_ms: 1_000 },
      { type: "output_audio_buffer.cleared" },
    ]);
    expect(lines(effects)).toMatchObject([
      { content: "There are seven", interrupted: true, unheard: "sessions that need you now" },
    ]);
  });

  it("asks for one answer after the last of two tools", () => {
    const { effects } = play([
      done("r1", [call("c1"), call("c2")]),
      { type: "page.tool_done", callId: "c2", output: "two" },
      { type: "page.tool_done", callId: "c1", output: "one" },
      { type: "page.tool_done", callId: "c1", output: "one" },
    ]);
    expect(sent(effects)).toEqual([
      "conversation.item.create",
      "conversation.item.create",
      "response.create",
    ]);
  });

  it("waits for the active answer before it asks for another", () => {
    const { effects } = play([
      done("r1", [call("c1")]),
      { type: "response.created" },
      { type: "page.tool_done", callId: "c1", output: "one" },
      done("r2", []),
    ]);
    expect(sent(effects)).toEqual(["conversation.item.create", "response.create"]);
  });

  it("asks for an answer only where the call does not give it by itself", () => {
    const kept = { type: "page.line_kept", itemId: "u1" } as const;
    expect(sent(play([kept]).effects)).toEqual([]);
    expect(sent(play([kept], true).effects)).toEqual(["response.create"]);
    expect(sent(play([{ type: "page.line_dropped", itemId: "u1" }], true).effects)).toEqual([
      "conversation.item.delete",
    ]);
  });

  it("tells text from audio and cached from new in what an answer used", () => {
    const usage = {
      input_token_details: {
        text_tokens: 100,
        audio_tokens: 50,
        cached_tokens: 60,
        cached_tokens_details: { text_tokens: 40, audio_tokens: 20 },
      },
      output_token_details: { text_tokens: 5, audio_tokens: 70 },
    };
    expect(play([done("r1", [], { usage })]).effects).toEqual([
      {
        kind: "usage",
        usage: {
          response_id: "r1",
          text_input_tokens: 60,
          text_cached_tokens: 40,
          text_output_tokens: 5,
          audio_input_tokens: 30,
          audio_cached_tokens: 20,
          audio_output_tokens: 70,
        },
      },
    ]);
  });
});

describe("playedPart", () => {
  it.each([
    ["all of it", "one two three", null, "one two three"],
    ["whole words only", "one two three", 600, "one two"],
    ["nothing", "one two three", 0, ""],
  ])("%s", (_title, text, ms, expected) => {
    expect(playedPart(text, ms)).toBe(expected);
  });
});

/** One exchange as the provider reports it: the order within is fixed, but the transcription may come at any later time. */
const exchanges = fc.array(fc.record({ tools: fc.integer({ min: 0, max: 2 }), fails: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});

it("stores every line once and in spoken order, and asks for each tool once, whatever comes late or twice", () => {
  fc.assert(
    fc.property(
      exchanges,
      fc.infiniteStream(fc.nat(20)),
      fc.infiniteStream(fc.boolean()),
      (plan, delays, repeats) => {
        const fixed: ProviderEvent[] = [];
        const late: { at: number; event: ProviderEvent }[] = [];
        const spoken: string[] = [];
        plan.forEach(({ tools, fails }, index) => {
          const [user, assistant] = [`u${index}`, `a${index}`];
          fixed.push(added(user));
          const completed = fails
            ? { type: "conversation.item.input_audio_transcription.failed", item_id: user }
            : transcribed(user, `line ${user}`);
          late.push({ at: fixed.length + (delays.next().value ?? 0), event: completed });
          const calls = Array.from({ length: tools }, (_, count) => call(`c${index}_${count}`));
          for (const { id } of calls) fixed.push(added(id));
          if (calls.length > 0) fixed.push(done(`r${index}t`, calls));
          fixed.push(added(assistant), done(`r${index}`, [message(assistant, `line ${assistant}`)]));
          spoken.push(user, ...calls.map(({ call_id }) => call_id), assistant);
        });
        const events = [...fixed];
        for (const { at, event } of late.sort((one, other) => other.at - one.at))
          events.splice(Math.min(at, events.length), 0, event);
        const twice = events.flatMap((event) =>
          event.type !== "conversation.item.added" && repeats.next().value === true
            ? [event, event]
            : [event],
        );
        const { effects } = play(twice);
        const rows = effects.flatMap((effect) => {
          if (effect.kind === "store") return [{ name: effect.line.itemId, item: effect.line.item }];
          return effect.kind === "tool" ? [{ name: effect.tool.callId, item: effect.tool.item }] : [];
        });
        expect(rows.sort((one, other) => one.item - other.item).map(({ name }) => name)).toEqual(spoken);
      },
    ),
  );
});
