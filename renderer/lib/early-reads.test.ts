import { afterEach, expect, it } from "vitest";
import { takeEarlyRead } from "./early-reads.ts";

afterEach(() => {
  globalThis.signalboxEarlyReads = undefined;
});

const url = "/ui/v1/sessions/1";
const begun = (answer: Promise<Response>): void => {
  globalThis.signalboxEarlyReads = new Map([[url, answer]]);
};
const open = new AbortController().signal;

it("answers the first read of a URL", async () => {
  const answer = new Response("{}");
  begun(Promise.resolve(answer));
  expect(takeEarlyRead("/ui/v1/sessions/2", open, 0)).toBeUndefined();
  expect(await takeEarlyRead(url, open, 0)).toBe(answer);
  expect(takeEarlyRead(url, open, 0)).toBeUndefined();
});

it("is too old after ten seconds", () => {
  begun(Promise.resolve(new Response("{}")));
  expect(takeEarlyRead(url, open, 10_000)).toBeUndefined();
});

it("fails as a read does: when the service is away, and when it is aborted", async () => {
  begun(Promise.reject(new TypeError("Failed to fetch")));
  await expect(takeEarlyRead(url, open, 0)).rejects.toThrow("Failed to fetch");
  const control = new AbortController();
  begun(new Promise(() => {}));
  const read = takeEarlyRead(url, control.signal, 0);
  control.abort(new Error("Enough"));
  await expect(read).rejects.toThrow("Enough");
});
