import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BridgedMessage {
  id: string;
  timestamp: string;
  sender_name?: string;
  sender_number?: string;
  text?: string;
  from_me?: boolean;
  from_bridge?: boolean;
  mentions_me?: boolean;
  reply_to_me?: boolean;
}

/** A fake chat bridge on loopback, as docs/chat-bridge.md describes one. */
export async function startFakeBridge() {
  const chats = new Map<string, { name: string; isGroup: boolean; messages: BridgedMessage[] }>();
  const state = {
    linked: true,
    name: "Orchard",
    isDown: false,
    pageSize: 200,
    asked: (_path: string): void => undefined,
  };
  const requests: string[] = [];

  function answer(url: URL): { status: number; body: unknown } {
    if (state.isDown) return { status: 503, body: {} };
    if (url.pathname === "/status") return { status: 200, body: { linked: state.linked, name: state.name } };
    if (url.pathname === "/chats") {
      const listed = [...chats].map(([chat_id, { name, isGroup }]) => ({ chat_id, name, is_group: isGroup }));
      return { status: 200, body: { chats: listed } };
    }
    const chat = chats.get(url.searchParams.get("chat_id") ?? "");
    if (url.pathname !== "/messages" || !chat) return { status: 404, body: {} };
    const after = Date.parse(url.searchParams.get("after") ?? "");
    const found = chat.messages
      .filter(({ timestamp }) => Date.parse(timestamp) >= after)
      .toSorted((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const size = Math.min(Number(url.searchParams.get("limit") ?? 50), state.pageSize);
    const next = from + size < found.length ? String(from + size) : null;
    return { status: 200, body: { messages: found.slice(from, from + size), next_cursor: next } };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    requests.push(url.pathname);
    state.asked(url.pathname);
    const { status, body } = answer(url);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    requests,
    chat: (id: string, name: string, isGroup = true): void =>
      void chats.set(id, { name, isGroup, messages: [] }),
    write(chat: string, at: number, message: Omit<BridgedMessage, "timestamp">): void {
      chats.get(chat)?.messages.push({ timestamp: new Date(at).toISOString(), ...message });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
