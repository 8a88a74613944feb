import { afterEach, expect, it, vi } from "vitest";
import { fetchWithProgress, type Progress } from "./upload.ts";

/** A fake XMLHttpRequest that the test drives by hand. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  responseText = "";
  sent: unknown;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?(progress: { loaded: number; total: number }): void } = {};
  opened: unknown;
  onload?(): void;
  onerror?(): void;
  onabort?(): void;
  constructor() {
    FakeRequest.last = this;
  }
  open(...opened: unknown[]): void {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): string {
    return "application/json";
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.onabort?.();
  }
}

function begin() {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const told: Progress[] = [];
  const control = new AbortController();
  const answer = fetchWithProgress((progress) => told.push(progress))("/ui/v1/x", {
    method: "POST",
    headers: { accept: "application/json" },
    body: "{}",
    signal: control.signal,
  });
  return { request: FakeRequest.last, told, control, answer };
}

afterEach(() => vi.unstubAllGlobals());

it("reports progress and answers like fetch", async () => {
  const { request, told, answer } = begin();
  request.upload.onprogress?.({ loaded: 1, total: 2 });
  Object.assign(request, { status: 202, responseText: '{"a":1}' });
  request.onload?.();
  const response = await answer;
  expect(request).toMatchObject({
    opened: ["POST", "/ui/v1/x"],
    sent: "{}",
    headers: { accept: "application/json" },
  });
  expect(told).toEqual([{ sent: 1, total: 2 }]);
  expect([response.status, await response.json()]).toEqual([202, { a: 1 }]);
});

it("fails with the abort reason", async () => {
  const { control, answer } = begin();
  control.abort(new Error("Enough"));
  await expect(answer).rejects.toThrow("Enough");
});

it("fails like fetch if the service is unreachable", async () => {
  const { request, answer } = begin();
  request.onerror?.();
  await expect(answer).rejects.toThrow(TypeError);
});
