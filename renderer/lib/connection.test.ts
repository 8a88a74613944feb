import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkConnection, noteStoredAnswer, onBack, useConnection, withinReach } from "./connection.ts";

let isThere = true;
beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  vi.stubGlobal("fetch", async () => {
    if (!isThere) throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
});
afterEach(async () => {
  isThere = true;
  await checkConnection();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const state = () => useConnection.getState().state;
/** A request that is answered after this time, or never. */
const answeredAfter = (ms: number) => (signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    setTimeout(resolve, ms, "answer");
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("the connection to the service", () => {
  it("is away until the service answers, and back for a while after that", async () => {
    const back = vi.fn<() => void>();
    const stop = onBack(back);
    isThere = false;
    await checkConnection();
    expect(state()).toBe("away");
    await vi.advanceTimersByTimeAsync(5_000);
    isThere = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect([state(), back.mock.calls.length]).toEqual(["back", 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state()).toBe("ok");
    stop();
  });

  it("is as old as the oldest answer that an earlier page stored", () => {
    const at = Date.now() - 90_000;
    noteStoredAnswer(at);
    noteStoredAnswer(at + 60_000);
    expect(useConnection.getState()).toMatchObject({ currentAt: at, showsStored: true });
  });
});

describe("a request without an answer", () => {
  it("fails soon if the service is away", async () => {
    isThere = false;
    const request = withinReach(answeredAfter(60_000), undefined);
    const failure = request.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(await failure).toBeInstanceOf(Error);
    expect(state()).toBe("away");
  });

  it("goes on if the service is only slow", async () => {
    const request = withinReach(answeredAfter(20_000), undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(request).resolves.toBe("answer");
    expect(state()).toBe("ok");
  });

  it("ends with the reason for which it was canceled", async () => {
    const control = new AbortController();
    const request = withinReach(answeredAfter(20_000), control.signal);
    control.abort(new Error("another page"));
    await expect(request).rejects.toThrow("another page");
  });
});
