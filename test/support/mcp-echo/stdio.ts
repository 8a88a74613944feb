import { createInterface } from "node:readline";
import { answer, type RpcMessage } from "./answer.ts";

// A program of its own: run it with Node.
for await (const line of createInterface({ input: process.stdin })) {
  const reply = answer(JSON.parse(line) as RpcMessage);
  if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
}
