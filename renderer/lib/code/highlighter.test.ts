import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CodeJob } from "./code-worker.ts";
import { highlighter, type Source, type WorkerEvents } from "./highlighter.ts";

const source = (text: string): Source => ({ parts: [text], language: "typescript" });
const spans = Uint32Array.of(1, 2);

/** A highlighter whose workers answer when the test calls `answer`. */
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

describe("highlighter", () => {
  it("highlights one text at a time and caches the results", () => {
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

  it("shares one job between several requests, and drops canceled ones", () => {
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

  it("gives up on a text that takes too long, and continues with a new worker", () => {
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

  it("stops an idle worker and starts another for the next text", () => {
    const { request, workers, answer } = startHighlighter();
    request(source("a"), () => undefined);
    answer();
    vi.advanceTimersByTime(61_000);
    expect(workers.map(({ ended }) => ended)).toEqual([true]);
    request(source("b"), () => undefined);
    expect(workers).toHaveLength(2);
  });

  it("ignores a late answer to an earlier job", () => {
    const { request, jobs, workers } = startHighlighter();
    const told: string[] = [];
    request(source("a"), () => told.push("a"));
    workers[0]?.events.onFailure();
    request(source("b"), () => told.push("b"));
    workers[0]?.events.onAnswer({ id: jobs[0]?.id ?? -1, spans });
    expect(told).toEqual([]);
  });

  it("retries a text that could not be highlighted", () => {
    const { request, cached, jobs, workers } = startHighlighter();
    request(source("a"), () => undefined);
    workers[0]?.events.onFailure();
    expect(cached(source("a"))).toBeNull();
    request(source("a"), () => undefined);
    expect(jobs).toHaveLength(2);
    expect(workers).toHaveLength(2);
  });
});
