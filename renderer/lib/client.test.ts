import { describe, expect, it } from "vitest";
import { messageOperations } from "../../server/domains/sessions/messages/model.ts";
import { overviewOperations } from "../../server/domains/sessions/overview/model.ts";
import { sessionOperations } from "../../server/domains/sessions/sessions/model.ts";
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

describe("urlOf", () => {
  it("escapes what stands in the path", () => {
    expect(apiUrl(overviewOperations.getSession, { params: { id: "a/b?c" } })).toBe(
      "/ui/v1/sessions/a%2Fb%3Fc",
    );
  });

  it("repeats lists with brackets and leaves out what is not given", () => {
    const query = { status: ["running", "failed"], agent_runtime: undefined, page: 2 };
    expect(apiUrl(sessionOperations.listSessions, { query })).toBe(
      "/ui/v1/sessions?status%5B%5D=running&status%5B%5D=failed&page=2",
    );
  });
});

describe("call", () => {
  it("sends JSON with every write, even where there is nothing to say", async () => {
    const { send, sent } = answering(204, undefined);
    await callApi(messageOperations.deleteMessage, { params: { id: "7", mid: "3" } }, { send });
    expect(sent[0]).toMatchObject({
      url: "/ui/v1/sessions/7/enqueued_messages/3",
      init: { method: "DELETE", body: "{}", credentials: "same-origin" },
    });
    expect(sent[0]?.init?.headers).toMatchObject({ "content-type": "application/json" });
  });

  it("turns the service's refusal into an error with every sentence", async () => {
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

  it("leads to the sign-in where nobody is signed in any more, and to nothing on another refusal", async () => {
    let led = 0;
    const signIn = () => void (led += 1);
    for (const status of [403, 401]) {
      const { send } = answering(status, { error: "No", message: "No", messages: ["No"] });
      const failure = callApi(sessionOperations.createSession, { body: {} }, { send, signIn });
      await expect(failure).rejects.toMatchObject({ status });
    }
    expect(led).toBe(1);
  });

  it("says that the service is not there when nothing answers", async () => {
    const send = (async () => {
      throw new TypeError("Failed to fetch");
    }) as typeof fetch;
    const failure = callApi(sessionOperations.listSessions, {}, { send });
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject({ status: 0 });
  });

  it("hands an abort on as it is", async () => {
    const abort = new AbortController();
    abort.abort();
    const send = (async () => {
      throw abort.signal.reason;
    }) as typeof fetch;
    const failure = callApi(sessionOperations.listSessions, {}, { send, signal: abort.signal });
    await expect(failure).rejects.toMatchObject({ name: "AbortError" });
  });
});
