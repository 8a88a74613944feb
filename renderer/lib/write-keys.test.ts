import { describe, expect, it } from "vitest";
import { sessionSettingsOperations } from "../../server/domains/sessions/settings/model.ts";
import { messageOperations } from "../../server/domains/turns/messages/model.ts";
import { turnOperations } from "../../server/domains/turns/turns/model.ts";
import { callApi } from "./client.ts";
import { writeKeyHeader, writeKeys } from "./write-keys.ts";

type Step = "lost" | number;

/** A service that answers as the steps say, in order, and the keys it was sent. */
function serviceWith(steps: readonly Step[]) {
  const left = [...steps];
  const sent: (string | null)[] = [];
  const send = (async (_url, init) => {
    sent.push(new Headers(init?.headers).get(writeKeyHeader));
    const step = left.shift() ?? 200;
    if (step === "lost") throw new TypeError("Failed to fetch");
    return new Response("{}", { status: step, headers: { "content-type": "application/json" } });
  }) as typeof fetch;
  return { sent, send };
}

function page(steps: readonly Step[]) {
  let now = 0;
  const { sent, send } = serviceWith(steps);
  const options = { send, keys: writeKeys(() => now), signIn: () => {} };
  const quietly = (answer: Promise<unknown>) => answer.catch(() => undefined);
  return {
    sent,
    wait: (ms: number) => void (now += ms),
    message: (prompt: string) =>
      quietly(callApi(turnOperations.followUp, { params: { id: "7" }, body: { prompt } }, options)),
    star: () => quietly(callApi(sessionSettingsOperations.toggleFavorite, { params: { id: "7" } }, options)),
    read: () => quietly(callApi(messageOperations.listMessages, { params: { id: "7" } }, options)),
  };
}

describe("the key of a write", () => {
  it("is a new one for each act whose answer arrived", async () => {
    const { message, sent } = page([200, 200]);
    await message("Go on.");
    await message("Go on.");
    expect(new Set(sent)).toHaveProperty("size", 2);
    expect(sent.every((key) => key !== null && key.length === 32)).toBe(true);
  });

  it("stays the same until an answer arrives, and is a new one after that", async () => {
    const { message, sent } = page(["lost", 503, 200, 200]);
    for (let attempt = 0; attempt < 4; attempt += 1) await message("Go on.");
    expect(sent.slice(0, 3)).toEqual(Array(3).fill(sent[0]));
    expect(sent[3]).not.toBe(sent[0]);
  });

  it("belongs to what was sent", async () => {
    const { message, sent } = page(["lost"]);
    await message("Go on.");
    await message("Go on, please.");
    expect(sent[1]).not.toBe(sent[0]);
  });

  it("is forgotten after a while", async () => {
    const { message, wait, sent } = page(["lost", 200]);
    await message("Go on.");
    wait(11 * 60_000);
    await message("Go on.");
    expect(sent[1]).not.toBe(sent[0]);
  });

  it("is a new one for each toggle, as a second one would change it back", async () => {
    const { star, sent } = page(["lost", 200]);
    await star();
    await star();
    expect(sent[1]).not.toBe(sent[0]);
  });

  it("is not sent with a read", async () => {
    const { read, sent } = page([200]);
    await read();
    expect(sent).toEqual([null]);
  });
});
