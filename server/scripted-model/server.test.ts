import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OFFLINE_NOTICE, type ScriptedModel, startScriptedModel } from "./index.ts";

type Options = Parameters<typeof startScriptedModel>[0];

const dialects = [
  {
    name: "Anthropic Messages",
    path: "/v1/messages",
    tool: { name: "Bash" },
    body: (text: string) => ({ messages: [{ role: "user", content: text }] }),
  },
  {
    name: "Responses",
    path: "/v1/responses",
    tool: { type: "function", name: "exec_command" },
    body: (text: string) => ({
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text }] }],
    }),
  },
  {
    name: "Chat Completions",
    path: "/v1/chat/completions",
    tool: { type: "function", function: { name: "bash" } },
    body: (text: string) => ({ messages: [{ role: "user", content: text }] }),
  },
] as const;

const [anthropic, responses, chat] = dialects;
type TestDialect = (typeof dialects)[number];

async function openModel(options?: Options) {
  const model = await startScriptedModel(options);
  return { ...model, [Symbol.asyncDispose]: model.close };
}

interface Asked {
  dialect?: TestDialect;
  stream?: boolean;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

function ask(model: ScriptedModel, text: string, asked: Asked = {}): Promise<Response> {
  const { dialect = anthropic, stream = false, signal, headers } = asked;
  return fetch(model.url + dialect.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "m", stream, tools: [dialect.tool], ...dialect.body(text) }),
    ...(signal && { signal }),
  });
}

/** The JSON of each event, in order; `[DONE]` is left out. */
async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

describe.each(dialects)("$name", (dialect) => {
  const script =
    "#script sleep 0.001\n#script drip 0.001\n#script think hm\n#script say hello there, this is longer than one piece\n#script bash cmd=ls";

  it("streams thought, text and a call, then ends as the dialect does", async () => {
    await using model = await openModel();
    const response = await ask(model, script, { dialect, stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = await eventsOf(response);
    expect(summary(dialect, events)).toEqual({
      text: "hello there, this is longer than one piece",
      thought: "hm",
      call: "ls",
      end: dialect === anthropic ? "tool_use" : dialect === chat ? "tool_calls" : "completed",
    });
  });

  it("answers the same as one body when no stream is asked for", async () => {
    await using model = await openModel();
    const answer = await (await ask(model, script, { dialect })).json();
    expect(JSON.stringify(answer)).toContain("hello there, this is longer than one piece");
    expect(JSON.stringify(answer)).toMatch(/"(Bash|exec_command|bash)"/);
    expect(answer).toMatchObject({ model: "m", usage: expect.anything() });
  });

  it("answers with the scripted status and message", async () => {
    await using model = await openModel();
    const response = await ask(model, "#script error 429 retry_after=7 message=too many", { dialect });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.json()).toMatchObject({ error: { type: "rate_limit_error", message: "too many" } });
  });

  it("fails in the middle of a stream", async () => {
    await using model = await openModel();
    const response = await ask(model, "#script say a\n#script stream_error message=broken", {
      dialect,
      stream: true,
    });
    const last = (await eventsOf(response)).at(-1);
    expect(JSON.stringify(last)).toContain("broken");
  });

  it("disconnects in the middle of a stream", async () => {
    await using model = await openModel();
    const response = await ask(model, "#script disconnect", { dialect, stream: true });
    await expect(response.text()).rejects.toThrow();
  });

  it("reports the scripted usage", async () => {
    await using model = await openModel();
    const text = "#script usage input=5 output=9 cache_read=2 cache_write_5m=1\n#script say hi";
    const { usage } = (await (await ask(model, text, { dialect })).json()) as { usage: unknown };
    const expected = {
      "/v1/messages": { input_tokens: 5, output_tokens: 9, cache_read_input_tokens: 2 },
      "/v1/responses": { input_tokens: 8, output_tokens: 9, total_tokens: 17 },
      "/v1/chat/completions": { prompt_tokens: 8, completion_tokens: 9, total_tokens: 17 },
    };
    expect(usage).toMatchObject(expected[dialect.path]);
  });
});

/** What a client would put together from the events. */
function summary(dialect: TestDialect, events: readonly Record<string, unknown>[]) {
  const all = JSON.stringify(events);
  const joined = (field: string) => {
    const found = [...all.matchAll(new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`, "g"))];
    return found.map((match) => JSON.parse(match[1] ?? '""')).join("");
  };
  if (dialect === responses) {
    const deltas = (type: string) => {
      const found = events.filter((event) => event["type"] === `response.${type}.delta`);
      return found.map((event) => event["delta"]).join("");
    };
    return {
      text: deltas("output_text"),
      thought: deltas("reasoning_summary_text"),
      call: JSON.parse(deltas("function_call_arguments")).cmd,
      end: (events.at(-1) as { response: { status: string } }).response.status,
    };
  }
  return {
    text: joined(dialect === anthropic ? "text" : "content"),
    thought: joined(dialect === anthropic ? "thinking" : "reasoning"),
    call: JSON.parse(joined(dialect === anthropic ? "partial_json" : "arguments")).command,
    end: joined(dialect === anthropic ? "stop_reason" : "finish_reason"),
  };
}

describe("usage limits", () => {
  it("names the window and its reset in Anthropic's headers", async () => {
    await using model = await openModel();
    const response = await ask(model, "#script limit resets_in=600");
    expect(response.status).toBe(429);
    expect(response.headers.get("anthropic-ratelimit-unified-status")).toBe("rejected");
    expect(response.headers.get("anthropic-ratelimit-unified-representative-claim")).toBe("five_hour");
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(response.headers.get("retry-after")).toBe("600");
  });

  it("names the reset in the body for OpenAI's clients", async () => {
    await using model = await openModel();
    const response = await ask(model, "#script limit resets_in=600", { dialect: responses });
    expect(response.status).toBe(429);
    expect(response.headers.get("x-codex-primary-used-percent")).toBe("100");
    expect(await response.json()).toMatchObject({
      error: { type: "usage_limit_reached", plan_type: "pro", resets_in_seconds: 600 },
    });
  });

  it("reports how much of a plan is used with an ordinary answer", async () => {
    await using model = await openModel();
    const text = "#script rate used5h=85 used7d=10\n#script say hi";
    const { headers } = await ask(model, text);
    expect(headers.get("anthropic-ratelimit-unified-status")).toBe("allowed_warning");
    expect(headers.get("anthropic-ratelimit-unified-5h-utilization")).toBe("0.85");
  });
});

describe("scripts", () => {
  it("repeats a fault `times` times in each session, then continues", async () => {
    await using model = await openModel();
    const text = "#script error 500 times=1\n#script say fine";
    const statuses: number[] = [];
    for (const session_id of ["a", "a", "b"]) {
      statuses.push((await ask(model, text, { headers: { session_id } })).status);
    }
    expect(statuses).toEqual([500, 200, 500]);
  });

  it("holds an answer until a file exists", async () => {
    await using model = await openModel();
    const folder = await mkdtemp(join(tmpdir(), "scripted-model-"));
    const path = join(folder, "go");
    const response = await ask(
      model,
      `#script say before\n#script wait_file path=${path}\n#script say after`,
      {
        stream: true,
      },
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("before")) text += (await reader?.read())?.value;
    expect(text).not.toContain("after");
    await writeFile(path, "");
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    expect(text).toContain("after");
    await rm(folder, { recursive: true });
  });

  it("sends only headers when it hangs, until it is closed", async () => {
    const model = await startScriptedModel();
    const response = await ask(model, "#script hang", { stream: true });
    expect(response.status).toBe(200);
    const body = response.text().then(
      () => "ended",
      () => "cut",
    );
    await model.close();
    expect(await body).toBe("cut");
  });

  it("stops waiting for a file when the client disconnects, and still answers others", async () => {
    await using model = await openModel();
    const client = new AbortController();
    const waiting = { stream: true, signal: client.signal };
    const response = await ask(model, "#script say a\n#script wait_file path=/nowhere/at/all", waiting);
    client.abort();
    await expect(response.text()).rejects.toThrow();
    expect((await ask(model, "#script say b")).status).toBe(200);
  });

  it("answers a matching prompt from its scenario, and any other with the offline notice", async () => {
    await using model = await openModel({
      scenarios: [{ matches: /greeting/i, script: "#script say from scenario" }],
    });
    expect(await (await ask(model, "Add a Greeting.")).text()).toContain("from scenario");
    expect(await (await ask(model, "Hello.")).json()).toMatchObject({ content: [{ text: OFFLINE_NOTICE }] });
  });

  it("searches for a deferred tool before it answers", async () => {
    await using model = await openModel();
    const response = await fetch(`${model.url}/v1/responses`, {
      method: "POST",
      body: JSON.stringify({
        tools: [{ type: "tool_search" }],
        input: "#script say first\n#script mcp server=echo tool=say",
      }),
    });
    expect(await response.json()).toMatchObject({
      output: [{ type: "tool_search_call", arguments: { query: "echo say" } }],
    });
  });
});

describe("the record of requests", () => {
  it("keeps every prompt, with the step that answered it", async () => {
    await using model = await openModel();
    const content = [
      { type: "text", text: "#script say one\n#script next\n#script say two" },
      { type: "text", text: "<system-reminder>left out</system-reminder>" },
    ];
    const steered = { type: "text", text: "The user sent a new message while you were working: stop" };
    const messages = [
      { role: "user", content },
      { role: "assistant", content: "one" },
      { role: "user", content: [{ type: "tool_result", content: "out" }, steered] },
    ];
    await fetch(`${model.url}/v1/messages?beta=true`, { method: "POST", body: JSON.stringify({ messages }) });
    expect(model.requests()).toMatchObject([
      {
        method: "POST",
        path: "/v1/messages?beta=true",
        body: { messages },
        step: 1,
        prompts: [content[0]?.text, steered.text],
      },
    ]);
  });

  it("forgets the oldest after 500", async () => {
    await using model = await openModel();
    for (let count = 0; count < 501; count += 1)
      await (await fetch(`${model.url}/v1/models?n=${count}`)).text();
    const paths = model.requests().map((request) => request.path);
    expect(paths).toHaveLength(500);
    expect(paths[0]).toBe("/v1/models?n=1");
  });
});

describe("the server", () => {
  it("listens on loopback and lists models under any prefix", async () => {
    await using model = await openModel();
    expect(model.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${model.url}/api/v1/models`)).json()).toMatchObject({ object: "list" });
  });

  it("counts tokens, reports its health and answers 404 to anything else", async () => {
    await using model = await openModel();
    const counted = await fetch(`${model.url}/v1/messages/count_tokens`, {
      method: "POST",
      body: "12345678",
    });
    expect(await counted.json()).toEqual({ input_tokens: 2 });
    expect((await fetch(`${model.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${model.url}/v1/other`)).status).toBe(404);
  });

  it("answers 500 to an invalid body, and keeps running", async () => {
    await using model = await openModel();
    expect((await fetch(`${model.url}/v1/messages`, { method: "POST", body: "{" })).status).toBe(500);
    expect((await fetch(`${model.url}/healthz`)).status).toBe(200);
  });

  it("refuses web pages", async () => {
    await using model = await openModel();
    const refused = await ask(model, "#script say hi", { headers: { origin: "http://example.com" } });
    expect(refused.status).toBe(403);
    expect(await statusFor(`${model.url}/healthz`, "example.com")).toBe(403);
  });

  it("rejects if the port is in use", async () => {
    await using model = await openModel();
    await expect(startScriptedModel({ port: Number(new URL(model.url).port) })).rejects.toThrow("EADDRINUSE");
  });

  it("may be closed twice", async () => {
    const model = await startScriptedModel();
    await model.close();
    await expect(model.close()).resolves.toBeUndefined();
  });
});

/** `fetch` does not let a caller choose the Host header. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject).end();
  });
}
