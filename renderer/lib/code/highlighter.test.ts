import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CodeJob } from "./code-worker.ts";
import { highlighter, type Source, type WorkerEvents } from "./highlighter.ts";

const source = (text: string): Source => ({ parts: [text], language: "typescript" });
const spans = Uint32Array.of(1, 2);

/** A painter whose workers answer when the test does. */
function startHighlighter() {
  const jobs: CodeJob[] = [];
  const workers: { events: WorkerEvents; ended: boolean }[] = [];
  const made = highlighter((events) => {
    const worker = { events, ended: false };
    workers.push(worker);
    return { post: (job) => void jobs.push(job), stop: () => void (worker.ended = true) };
  });
  const answer = () => workers.at(-1)?.events.onAnswer({ id: jobs.at(-1)?.id ?? -1, spans });
  return { ...made, jobs, workers, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the painter", () => {
  it("asks for one text after the other and remembers what was found", () => {
    const { request, cached, jobs, answer } = startHighlighter();
    const told: string[] = [];
    request(source("a"), () => told.push("a"));
    request(source("b"), () => told.push("b"));
    expect(jobs.map(({ parts }) => parts)).toEqual([["a"]]);
    answer();
    answer();
    expect(told).toEqual(["a", "b"]);
    expect(cached(source("a"))).toBe(spans);
    expect(cached(source("c"))).toBeNull();
  });

  it("asks once for what several want, and not for what nobody wants any more", () => {
    const { request, jobs, answer } = startHighlighter();
    const told: string[] = [];
    request(source("a"), () => told.push("first"));
    request(source("a"), () => told.push("second"));
    const leave = request(source("b"), () => told.push("gone"));
    leave();
    answer();
    expect(told).toEqual(["first", "second"]);
    expect(jobs).toHaveLength(1);
  });

  it("gives up a text that takes too long, and goes on with another worker", () => {
    const { request, cached, jobs, workers, answer } = startHighlighter();
    const told: number[] = [];
    request(source("slow"), (found) => told.push(found.length));
    request(source("b"), (found) => told.push(found.length));
    vi.advanceTimersByTime(25_000);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    expect(jobs.at(-1)?.parts).toEqual(["b"]);
    answer();
    expect(told).toEqual([0, 2]);
    expect(cached(source("slow"))).toHaveLength(0);
  });

  it("lets an idle worker go and starts another for the next text", () => {
    const { request, workers, answer } = startHighlighter();
    request(source("a"), () => undefined);
    answer();
    vi.advanceTimersByTime(61_000);
    expect(workers.map(({ ended }) => ended)).toEqual([true]);
    request(source("b"), () => undefined);
    expect(workers).toHaveLength(2);
  });

  it("does not take an answer that came too late for that of the next text", () => {
    const { request, jobs, workers } = startHighlighter();
    const told: string[] = [];
    request(source("a"), () => told.push("a"));
    workers[0]?.events.onFailure();
    request(source("b"), () => told.push("b"));
    workers[0]?.events.onAnswer({ id: jobs[0]?.id ?? -1, spans });
    expect(told).toEqual([]);
  });

  it("asks again for what could not be had", () => {
    const { request, cached, jobs, workers } = startHighlighter();
    request(source("a"), () => undefined);
    workers[0]?.events.onFailure();
    expect(cached(source("a"))).toBeNull();
    request(source("a"), () => undefined);
    expect(jobs).toHaveLength(2);
    expect(workers).toHaveLength(2);
  });
});
