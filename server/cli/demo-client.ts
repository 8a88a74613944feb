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

    /** The lines of the agent's own transcript. */
    transcript: async (id: number): Promise<string> =>
      (await call<{ session: Session }>(`/sessions/${id}?include_transcript=true`)).session.transcript ?? "",
  };
}
