import { asObject, type Json } from "../json.ts";
import { text as words } from "./text.ts";

export type RpcAnswer = { kind: "result"; result: Json } | { kind: "error"; code: number; message: string };

/** One end of a JSON-RPC conversation over lines; the transport is connected later. */
export interface Rpc {
  connect(send: (message: object) => void): void;
  /** Feeds one parsed line. */
  receive(message: Json): void;
  /** Never rejects; an ended transport answers with an error of code 0. */
  call(method: string, params: object): Promise<RpcAnswer>;
  notify(method: string): void;
  /** Answers everything still open. */
  close(): void;
}

export interface RpcHandlers {
  onNotification(method: string, params: Json): void;
  /** The result to answer a request of the other side with, or null to refuse it. */
  onRequest(method: string, params: Json): Promise<object | null>;
}

const unknownMethod = -32_601;

export function jsonRpc(handlers: RpcHandlers): Rpc {
  const open = new Map<number, (answer: RpcAnswer) => void>();
  let lastId = 0;
  let send: (message: object) => void = () => undefined;
  let closed = false;

  async function answerRequest(id: unknown, method: string, params: Json): Promise<void> {
    const result = await handlers.onRequest(method, params);
    if (closed) return;
    send(
      result
        ? { id, result }
        : { id, error: { code: unknownMethod, message: words.rpc.unsupported(method) } },
    );
  }

  return {
    connect: (sender) => {
      send = sender;
    },
    receive: (message) => {
      const { id, method } = message;
      if (typeof method === "string") {
        if (id === undefined) handlers.onNotification(method, asObject(message["params"]));
        else void answerRequest(id, method, asObject(message["params"]));
        return;
      }
      const settle = typeof id === "number" ? open.get(id) : undefined;
      if (!settle || typeof id !== "number") return;
      open.delete(id);
      settle(readAnswer(message));
    },
    call: (method, params) => {
      if (closed) return Promise.resolve(gone);
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<RpcAnswer>();
      open.set(id, resolve);
      send({ id, method, params });
      return promise;
    },
    notify: (method) => send({ method }),
    close: () => {
      closed = true;
      for (const settle of open.values()) settle(gone);
      open.clear();
    },
  };
}

const gone: RpcAnswer = { kind: "error", code: 0, message: words.rpc.exited };

function readAnswer(message: Json): RpcAnswer {
  if (message["error"] === undefined) return { kind: "result", result: asObject(message["result"]) };
  const { code, message: text } = asObject(message["error"]);
  return {
    kind: "error",
    code: typeof code === "number" ? code : 0,
    message: typeof text === "string" ? text : words.rpc.failed,
  };
}
