import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openLiveStream, type Source } from "./live-stream.ts";

interface FakeSource extends Source {
  url: string;
  readyState: number;
}

function fakeBrowser() {
  const sources: FakeSource[] = [];
  const connect = (url: string): Source => {
    const source: FakeSource = {
      url,
      readyState: 0,
      onopen: null,
      onmessage: null,
      onerror: null,
      close: () => {},
    };
    sources.push(source);
    return source;
  };
  return { sources, connect };
}

function openStream() {
  const { sources, connect } = fakeBrowser();
  const states: string[] = [];
  const data: string[] = [];
  const refusals: string[] = [];
  const stream = openLiveStream({
    url: "/events",
    connect,
    onRefused: () => void refusals.push("refused"),
    random: () => 1,
    onData: (text) => void data.push(text),
    onState: (state) => void states.push(state),
  });
  return { sources, states, data, refusals, stream };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the live stream", () => {
  it("reports that the service refused the stream, and retries later", () => {
    const { sources, refusals } = openStream();
    const [first] = sources;
    if (!first) throw new Error("Nothing was opened");
    first.onerror?.();
    expect(refusals).toEqual([]);
    first.readyState = 2;
    first.onerror?.();
    expect(refusals).toEqual(["refused"]);
    vi.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(2);
  });

  it("reopens a dropped connection itself, since the browser would repeat a ticket of the last start", () => {
    const { sources, states, refusals } = openStream();
    let closes = 0;
    Object.assign(sources[0] ?? {}, { close: () => void (closes += 1) });
    sources[0]?.onopen?.();
    sources[0]?.onerror?.();
    expect([closes, refusals]).toEqual([1, []]);
    vi.advanceTimersByTime(500);
    expect(states).toEqual(["connecting", "open", "down"]);
    expect(sources).toHaveLength(2);
  });

  it("reopens from the last event once the browser has given up", () => {
    const { sources, data } = openStream();
    const [first] = sources;
    first?.onmessage?.({ data: "{}", lastEventId: "b1:7" });
    Object.assign(first ?? {}, { readyState: 2 });
    first?.onerror?.();
    vi.advanceTimersByTime(500);
    expect(sources[1]?.url).toBe("/events?last_event_id=b1%3A7");
    expect(data).toEqual(["{}"]);
  });

  it("starts from the event that the page names", () => {
    const { sources, connect } = fakeBrowser();
    openLiveStream({ url: "/events", lastEventId: "b1:3", connect, onData: () => {}, onState: () => {} });
    expect(sources[0]?.url).toBe("/events?last_event_id=b1%3A3");
  });

  it("treats a silent connection as dead", () => {
    const { sources, states } = openStream();
    const [first] = sources;
    first?.onopen?.();
    vi.advanceTimersByTime(40_000);
    first?.onmessage?.({ data: "{}", lastEventId: "b1:9" });
    vi.advanceTimersByTime(40_000);
    expect(sources).toHaveLength(1);
    vi.advanceTimersByTime(20_000);
    expect(sources[1]?.url).toBe("/events?last_event_id=b1%3A9");
    expect(states).toEqual(["connecting", "open", "down"]);
    sources[1]?.onopen?.();
    expect(states.at(-1)).toBe("open");
  });

  it("retries at once when woken, but not after it was closed", () => {
    const { sources, stream } = openStream();
    Object.assign(sources[0] ?? {}, { readyState: 2 });
    sources[0]?.onerror?.();
    stream.wake();
    expect(sources).toHaveLength(2);
    stream.close();
    sources[1]?.onerror?.();
    vi.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(2);
  });
});
