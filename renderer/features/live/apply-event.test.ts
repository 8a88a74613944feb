import type { QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { sessionKeys } from "../sessions/session-cache.ts";
import { applyEvent, applyState, type BoardChange, liveKeys } from "./apply-event.ts";
import { useLive } from "./live.store.ts";
import { fuelKey } from "./refresh-fuel.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  liveSessions.clear();
  useLive.setState(useLive.getInitialState());
});

const session = someSession({ id: 7 });

/** The query keys that an event marks as out of date. */
function outdatedBy(event: BoardChange, cached: readonly (readonly [QueryKey, unknown])[]): QueryKey[] {
  const client = createQueryClient();
  for (const [key, data] of cached) client.setQueryData(key, data);
  applyEvent(event, { client, onTranscript: () => undefined, onAnnouncement: () => undefined });
  return cached.flatMap(([key]) => (client.getQueryState(key)?.isInvalidated ? [key] : []));
}

it("refetches the states, the turns, the artifacts and the panels of a session even if the session is unchanged", () => {
  const outdated = outdatedBy({ type: "session", session }, [
    [sessionKeys.detail("7"), { session }],
    [sessionKeys.detail("8"), { session: someSession({ id: 8 }) }],
    [liveKeys.turns(7), {}],
    [liveKeys.turns(8), {}],
    [liveKeys.states(7), {}],
    [[...liveKeys.artifacts(7), "scratch"], {}],
    [liveKeys.logs(7), {}],
  ]);
  expect(outdated).toEqual([
    sessionKeys.detail("7"),
    liveKeys.turns(7),
    liveKeys.states(7),
    [...liveKeys.artifacts(7), "scratch"],
  ]);
});

it("refetches the lists when the stream is back, but not on the first connection", () => {
  const client = createQueryClient();
  client.setQueryData(sessionKeys.lists, {});
  const isOutdated = () => client.getQueryState(sessionKeys.lists)?.isInvalidated;
  applyState(client, "connecting");
  applyState(client, "open");
  expect(isOutdated()).toBe(false);
  applyState(client, "down");
  applyState(client, "open");
  expect(isOutdated()).toBe(true);
});

it("reads what is left to work with again, at once for quota and budgets, and once for what sessions do", () => {
  const client = createQueryClient();
  const isOutdated = () => client.getQueryState(fuelKey)?.isInvalidated;
  const apply = (event: BoardChange): void => {
    client.setQueryData(fuelKey, {});
    applyEvent(event, { client, onTranscript: () => undefined, onAnnouncement: () => undefined });
  };
  for (const type of ["inference", "budgets"] as const) {
    apply({ type });
    expect(isOutdated(), type).toBe(true);
  }
  for (const event of [
    { type: "session", session },
    { type: "session_removed", id: 7 },
    { type: "usage", session_id: 7 },
  ] as const) {
    apply(event);
    expect(isOutdated(), event.type).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(isOutdated(), event.type).toBe(true);
  }
  apply({ type: "log", session_id: 7 });
  vi.advanceTimersByTime(10_000);
  expect(isOutdated()).toBe(false);
});
