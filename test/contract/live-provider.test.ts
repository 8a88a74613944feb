import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type LiveProviderFake, startLiveProvider } from "../support/live-provider.ts";

// The fake that stands for the provider in all tests of live mode, driven by the provider's own packages.
let provider: LiveProviderFake;

beforeAll(async () => {
  provider = await startLiveProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

const client = () => new OpenAI({ apiKey: provider.key, baseURL: provider.url, maxRetries: 0 });
const session = { type: "realtime", model: "gpt-realtime-2.1" } as const;

it("mints secrets and streams answers for the official SDK", async () => {
  const minted = await client().realtime.clientSecrets.create({ session });
  expect(minted.value).toMatch(/^ek_/);
  expect(minted.expires_at * 1_000).toBeGreaterThan(Date.now());
  provider.script({ says: ["Hello ", "there."] });
  const stream = await client().responses.create({ model: "gpt-6-luna", input: "Hi", stream: true });
  let words = "";
  for await (const event of stream) if (event.type === "response.output_text.delta") words += event.delta;
  expect(words).toBe("Hello there.");
});

it("refuses a wrong key and a setting as the provider does", async () => {
  const wrong = new OpenAI({ apiKey: "sk-wrong", baseURL: provider.url, maxRetries: 0 });
  await expect(wrong.realtime.clientSecrets.create({ session })).rejects.toMatchObject({ status: 401 });
  provider.refuseMint({ status: 400, message: "No such voice", param: "session.audio.output.voice" });
  await expect(client().realtime.clientSecrets.create({ session })).rejects.toMatchObject({
    status: 400,
    param: "session.audio.output.voice",
  });
});

it("holds a call with a tool over a WebSocket with the official agents package", async () => {
  const { value } = await client().realtime.clientSecrets.create({ session });
  const quota = tool({
    name: "get_quota",
    description: "How much is left",
    parameters: z.object({}),
    execute: () => "Half of it",
  });
  const agent = new RealtimeAgent({ name: "Test", instructions: "Be brief.", tools: [quota] });
  const url = `${provider.url.replace("http", "ws")}/realtime?model=gpt-realtime-2.1`;
  const spoken = new RealtimeSession(agent, { transport: new OpenAIRealtimeWebSocket({ url }) });
  const before = provider.calls.length;
  await spoken.connect({ apiKey: value });
  const call = await provider.call(before);
  await call.next("session.update");
  const output = [
    {
      id: "item_1",
      type: "function_call",
      call_id: "call_1",
      name: "get_quota",
      arguments: "{}",
      status: "completed",
    },
  ];
  call.send({ type: "response.created", response: { id: "resp_1" } });
  call.send({ type: "response.output_item.done", response_id: "resp_1", output_index: 0, item: output[0] });
  call.send({ type: "response.done", response: { id: "resp_1", status: "completed", output, usage: null } });
  const answered = await call.next("conversation.item.create");
  expect(answered["item"]).toMatchObject({
    type: "function_call_output",
    call_id: "call_1",
    output: "Half of it",
  });
  await call.next("response.create");
  spoken.close();
  await expect.poll(() => call.isClosed()).toBe(true);
});
