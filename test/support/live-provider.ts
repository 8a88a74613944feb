import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { WebSocketServer } from "ws";
import { answerOffer, type RealtimeCall, realtimeCall } from "./realtime-call.ts";

/** What the model does in one request of a typed conversation. */
export interface ReplyScript {
  /** The words, in the pieces in which they are sent. */
  says?: readonly string[];
  calls?: readonly { name: string; arguments: object }[];
  /** Refuses the request instead. */
  refusal?: Refusal;
  /** The stream ends after the words, without an end of the answer. */
  breaksOff?: true;
  /** Waits before the first byte. */
  after?: Promise<unknown>;
  /** Called when the words or calls are sent, before the end of the answer, and when all of it is sent. */
  sent?: (what: "content" | "end") => void;
}

interface Refusal {
  status: number;
  message: string;
  param?: string;
}

/** A part of what a request for text tells the model. */
export interface TextInput {
  type: string;
  role?: string;
  content?: string;
  call_id?: string;
  output?: string;
}

export interface ReceivedRequest {
  path: string;
  authorization: string;
  body: Record<string, unknown>;
}

export interface LiveProviderFake extends AsyncDisposable {
  /** Ends in /v1. */
  url: string;
  key: string;
  received: ReceivedRequest[];
  /** The next answers; without a script, the model repeats what it was told. */
  script(...replies: ReplyScript[]): void;
  /** What the model does once no script is left, by what it was told. */
  otherwise(answer: (input: readonly TextInput[]) => ReplyScript): void;
  /** The next requests for a secret are refused like this. */
  refuseMint(...refusals: Refusal[]): void;
  /** The next offers of a call are refused with this status. */
  refuseCalls(...statuses: number[]): void;
  /** The call with this number, counted from 0, once it is open. */
  call(index: number): Promise<RealtimeCall>;
  calls: RealtimeCall[];
  /** Requests to this path, oldest first. */
  requests(path: string): ReceivedRequest[];
}

const providerKey = "sk-live-test-0123456789abcdef";

/** The provider of live conversations on loopback: Responses with streaming, and client secrets of Realtime. */
export async function startLiveProvider(): Promise<LiveProviderFake> {
  const received: ReceivedRequest[] = [];
  const replies: ReplyScript[] = [];
  let otherwise = (input: readonly TextInput[]): ReplyScript => ({ says: [echo(input)] });
  const refusals: Refusal[] = [];
  const refusedCalls: number[] = [];
  const secrets = new Map<string, Record<string, unknown>>();
  const calls: RealtimeCall[] = [];
  const closers: (() => Promise<void> | void)[] = [];
  const waiting = new Set<() => void>();

  function began(call: RealtimeCall, close: () => Promise<void> | void): void {
    calls.push(call);
    closers.push(close);
    for (const look of waiting) look();
  }

  /** The page's offer, with the secret of a call. */
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "authorization, content-type");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const offer = await text(request);
    const session = secrets.get(secretIn(request));
    const refused = session ? refusedCalls.shift() : 401;
    if (refused !== undefined || !session)
      return refuse(response, { status: refused ?? 401, message: "The client secret has expired" });
    const { sdp, call, close } = await answerOffer(offer, session);
    began(call, close);
    response
      .writeHead(201, { "content-type": "application/sdp", location: `/v1/realtime/calls/${call.id}` })
      .end(sdp);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const authorization = request.headers.authorization ?? "";
    if (path === "/v1/realtime/calls") return answerCall(request, response);
    const body = JSON.parse((await text(request)) || "{}") as Record<string, unknown>;
    received.push({ path, authorization, body });
    if (authorization !== `Bearer ${providerKey}`)
      return refuse(response, {
        status: 401,
        message: `Incorrect API key provided: ${authorization.slice(7)}`,
      });
    if (path === "/v1/responses") {
      const script = replies.shift() ?? otherwise(body["input"] as TextInput[]);
      return reply(response, body, script);
    }
    if (path === "/v1/realtime/client_secrets") {
      const minted = mint(response, body, refusals.shift());
      if (minted) secrets.set(minted.value, minted.session);
      return;
    }
    refuse(response, { status: 404, message: "Not found" });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (names) => (names.has("realtime") ? "realtime" : false),
  });
  server.on("upgrade", (request, socket, head) => {
    const session = secrets.get(secretIn(request));
    if (!session || !request.url?.startsWith("/v1/realtime?")) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const { call, opened, receive, closed } = realtimeCall(session);
      client.on("message", (data: Buffer) => receive(data.toString("utf8")));
      client.on("close", closed);
      began(call, () => client.terminate());
      opened({ send: (sent) => client.send(sent), close: () => client.terminate() });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key: providerKey,
    received,
    script: (...more) => void replies.push(...more),
    otherwise(answer) {
      otherwise = answer;
    },
    refuseMint: (...more) => void refusals.push(...more),
    refuseCalls: (...statuses) => void refusedCalls.push(...statuses),
    calls,
    call: (index) =>
      new Promise((resolve) => {
        const look = (): void => {
          const call = calls[index];
          if (!call) return;
          waiting.delete(look);
          resolve(call);
        };
        waiting.add(look);
        look();
      }),
    requests: (path) => received.filter((one) => one.path === path),
    async [Symbol.asyncDispose]() {
      for (const close of closers) await close();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(response: ServerResponse, { status, message, param }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json" });
  const type = status === 401 ? "invalid_request_error" : "server_error";
  response.end(JSON.stringify({ error: { message, type, param: param ?? null, code: null } }));
}

/** In the header, or as browsers send it over a WebSocket. */
function secretIn({ headers }: IncomingMessage): string {
  const protocols = headers["sec-websocket-protocol"]?.split(/,\s*/) ?? [];
  const prefix = "openai-insecure-api-key.";
  const inProtocol = protocols.find((name) => name.startsWith(prefix))?.slice(prefix.length);
  return headers.authorization?.replace(/^Bearer /, "") ?? inProtocol ?? "";
}

function mint(
  response: ServerResponse,
  body: Record<string, unknown>,
  refusal?: Refusal,
): { value: string; session: Record<string, unknown> } | undefined {
  if (refusal) {
    refuse(response, refusal);
    return undefined;
  }
  const { seconds } = (body["expires_after"] ?? { seconds: 600 }) as { seconds: number };
  const session = { id: `sess_${randomUUID()}`, object: "realtime.session", ...(body["session"] as object) };
  const value = `ek_${randomUUID().replaceAll("-", "")}`;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ value, expires_at: Math.floor(Date.now() / 1_000) + seconds, session }));
  return { value, session };
}

async function reply(
  response: ServerResponse,
  body: Record<string, unknown>,
  script: ReplyScript,
): Promise<void> {
  await script.after;
  if (script.refusal) return refuse(response, script.refusal);
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sequence = 0;
  const send = (event: Record<string, unknown> & { type: ResponseStreamEvent["type"] }): void =>
    void response.write(
      `event: ${event.type}\ndata: ${JSON.stringify({ sequence_number: sequence++, ...event })}\n\n`,
    );
  const id = `resp_${randomUUID()}`;
  const shell = { id, object: "response", model: body["model"], output: [], status: "in_progress" };
  send({ type: "response.created", response: shell });
  for (const delta of script.says ?? [])
    send({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta });
  for (const call of script.calls ?? [])
    send({
      type: "response.output_item.done",
      output_index: 1,
      item: {
        type: "function_call",
        id: `fc_${randomUUID()}`,
        call_id: `call_${randomUUID()}`,
        name: call.name,
        arguments: JSON.stringify(call.arguments),
        status: "completed",
      },
    });
  script.sent?.("content");
  if (script.breaksOff) return void response.destroy();
  const usage = {
    input_tokens: 1_000,
    input_tokens_details: { cached_tokens: 400 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1_050,
  };
  send({ type: "response.completed", response: { ...shell, status: "completed", usage } });
  response.end(() => script.sent?.("end"));
}

const echo = (input: readonly TextInput[]): string =>
  `You said: ${input.findLast(({ role }) => role === "user")?.content ?? ""}`;
