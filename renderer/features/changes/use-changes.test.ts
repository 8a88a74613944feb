import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { applyEvent } from "../live/apply-event.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { turnsQuery } from "../turn-history/api.ts";
import { someTurn } from "../turn-history/turn.test-data.ts";
import { changesQuery } from "./use-changes.ts";
import { lastEnded } from "./view-model.ts";

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  liveSessions.clear();
});

it("notices a new turn when only a change of the session is reported", async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  let turns = [someTurn()];
  const unchanged = { base: "a", head: "a", branch: null, commits: [], files: [], truncated: false };
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(Response.json(url.endsWith("/turns") ? { turns } : unchanged)),
  );
  const history = new QueryObserver(client, turnsQuery(7));
  const leave = history.subscribe(() => undefined);
  const read = await client.query(changesQuery(client, 7, "show"));
  const ended = () => lastEnded(history.getCurrentResult().data?.turns ?? []);
  expect([read.turn, ended()]).toEqual([1, 1]);
  turns = [someTurn({ id: 2 }), ...turns];
  const session = someSession({ id: 7 });
  const nothing = () => undefined;
  applyEvent({ type: "session", session }, { client, onTranscript: nothing, onAnnouncement: nothing });
  await vi.waitFor(() => expect(ended()).toBe(2));
  leave();
  client.clear();
});
