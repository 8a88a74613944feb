import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { answer, type RpcMessage } from "../mcp-echo/answer.ts";

// A separate program, run with Node. Its only tool asks the person over HTTP, as configured in the environment.

const askTool = {
  name: "ask",
  description: "Asks the person.",
  inputSchema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
};

const requestedSchema = {
  type: "object",
  properties: { colour: { type: "string", enum: ["red", "green"] }, often: { type: "integer", minimum: 1 } },
  required: ["colour"],
};

interface Outcome {
  action: string;
  content: unknown;
}

async function ask(message: string): Promise<string> {
  const { ELICITATION_REQUEST_URL = "", ELICITATION_POLL_URL = "", ELICITATION_TTL_MS } = process.env;
  const expiresAt = new Date(Date.now() + Number(ELICITATION_TTL_MS)).toISOString();
  const _meta = { "com.pulsemcp/request-id": randomUUID(), "com.pulsemcp/expires-at": expiresAt };
  const asked = await fetch(ELICITATION_REQUEST_URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode: "form", message, requestedSchema, _meta }),
  });
  if (!asked.ok) return `refused with ${asked.status}`;
  const { requestId } = (await asked.json()) as { requestId: string };
  for (;;) {
    const polled = await fetch(`${ELICITATION_POLL_URL}/${requestId}`);
    const { action, content } = (await polled.json()) as Outcome;
    if (action !== "pending") return `${action} ${JSON.stringify(content)}`;
    await delay(50);
  }
}

async function reply(message: RpcMessage): Promise<object | null> {
  const text = { jsonrpc: "2.0", id: message.id };
  if (message.method === "tools/list") return { ...text, result: { tools: [askTool] } };
  if (message.method !== "tools/call") return answer(message);
  const given = message.params?.arguments as { message?: string } | undefined;
  return { ...text, result: { content: [{ type: "text", text: await ask(given?.message ?? "") }] } };
}

for await (const line of createInterface({ input: process.stdin })) {
  void reply(JSON.parse(line) as RpcMessage).then((message) => {
    if (message) process.stdout.write(`${JSON.stringify(message)}\n`);
  });
}
