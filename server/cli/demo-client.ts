import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../domains/sessions/sessions/model.ts";

const timeoutMs = 120_000;

/** A client of the service's API, used by the demo. */
export function demoClient(url: string, key: string) {
  async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers });
    const body = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new Error(body.message ?? `HTTP ${response.status}`);
    return body;
  }

  return {
    async create(input: Record<string, unknown>): Promise<Session> {
      const body = JSON.stringify(input);
      return (await call<{ session: Session }>("/sessions", { method: "POST", body })).session;
    },

    async waitUntilStopped(id: number): Promise<Session> {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const { session } = await call<{ session: Session }>(`/sessions/${id}`);
        if (session.status !== "waiting" && session.status !== "running") return session;
        if (Date.now() > until) throw new Error(`The session is still ${session.status} after two minutes`);
        await pause(150);
      }
    },

    transcript: async (id: number): Promise<string> =>
      (await call<{ transcript_text: string }>(`/sessions/${id}/transcript`)).transcript_text,

    /** Token counts as the agent's transcript lines report them. */
    async usage(id: number): Promise<{ input: number; output: number; calls: number }> {
      const { session } = await call<{ session: Session }>(`/sessions/${id}?include_transcript=true`);
      const lines = (session.transcript ?? "").split("\n").filter((line) => line !== "");
      const usages = lines.flatMap((line) => {
        const { message } = JSON.parse(line) as { message?: { usage?: { input?: number; output?: number } } };
        return message?.usage ? [message.usage] : [];
      });
      const sum = (key: "input" | "output") => usages.reduce((total, usage) => total + (usage[key] ?? 0), 0);
      return { input: sum("input"), output: sum("output"), calls: usages.length };
    },
  };
}
