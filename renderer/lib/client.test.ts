import { describe, expect, it } from "vitest";
import { sessionOperations } from "../../server/domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../server/domains/surfaces/overview/model.ts";
import { messageOperations } from "../../server/domains/turns/messages/model.ts";
import { ApiError } from "./api-error.ts";
import { apiUrl, callApi } from "./client.ts";

const answering = (status: number, body: unknown) => {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  const send = (async (url, init) => {
    sent.push({ url: url instanceof Request ? url.url : url.toString(), init });
    const text = body === undefined ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  }) as typeof fetch;
  return { send, sent };
};

describe("apiUrl", () => {
  it("escapes path parameters", () => {
    expect(apiUrl(overviewOperations.getSession, { params: { id: "a/b?c" } })).toBe(
      "/ui/v1/sessions/a%2Fb%3Fc",
    );
  });

  it("repeats a list's key with brackets and omits missing values", () => {
    const query = { status: ["running", "failed"], agent_runtime: undefined, page: 2 };
    expect(apiUrl(sessionOperations.listSessions, { query })).toBe(
      "/ui/v1/sessions?status%5B%5D=running&status%5B%5D=failed&page=2",
    );
  });
});

describe("callApi", () => {
  it("sends JSON with every write, even without a body", async () => {
    const { send, sent } = answering(204, undefined);
    await callApi(messageOperations.deleteMessage, { params: { id: "7", mid: "3" } }, { send });
    expect(sent[0]).toMatchObject({
      url: "/ui/v1/sessions/7/enqueued_messages/3",
      init: { method: "DELETE", body: "{}", credentials: "same-origin" },
    });
    expect(sent[0]?.init?.headers).toMatchObject({ "content-type": "application/json" });
  });

  it("turns a refusal of the service into an error with all of its messages", async () => {
    const { send } = answering(422, {
      error: "Invalid slug",
      message: "One, Two",
      messages: ["One.", "Two."],
    });
    const failure = callApi(sessionOperations.createSession, { body: {} }, { send });
    await expect(failure).rejects.toMatchObject({
      status: 422,
      error: "Invalid slug",
      messages: ["One.", "Two."],
    });
  });

  it("redirects to the sign-in page on 401, and on no other status", async () => {
    let led = 0;
    const signIn = () => void (led += 1);
    for (const status of [403, 401]) {
      const { send } = answering(status, { error: "No", message: "No", messages: ["No"] });
      const failure = callApi(sessionOperations.createSession, { body: {} }, { send, signIn });
      await expect(failure).rejects.toMatchObject({ status });
    }
    expect(led).toBe(1);
  });

  it("reports that the service is unreachable if nothing answers", async () => {
    const send = (async () => {
      throw new TypeError("Failed to fetch");
    }) as typeof fetch;
    const failure = callApi(sessionOperations.listSessions, {}, { send });
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject({ status: 0 });
  });

  it("passes an abort on unchanged", async () => {
    const abort = new AbortController();
    abort.abort();
    const send = (async () => {
      throw abort.signal.reason;
    }) as typeof fetch;
    const failure = callApi(sessionOperations.listSessions, {}, { send, signal: abort.signal });
    await expect(failure).rejects.toMatchObject({ name: "AbortError" });
  });
});
