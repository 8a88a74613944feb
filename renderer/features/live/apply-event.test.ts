import type { QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { sessionKeys } from "../sessions/session-cache.ts";
import { applyEvent, applyState, type BoardChange, liveKeys } from "./apply-event.ts";
import { useLive } from "./live.store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  liveSessions.clear();
  useLive.setState(useLive.getInitialState());
});

const session = someSession({ id: 7 });

/** What of that which is held counts as out of date once the stream has said `event`. */
function outdatedBy(event: BoardChange, held: readonly (readonly [QueryKey, unknown])[]): QueryKey[] {
  const client = createQueryClient();
  for (const [key, data] of held) client.setQueryData(key, data);
  applyEvent(event, { client, onTranscript: () => undefined, onAnnouncement: () => undefined });
  return held.flatMap(([key]) => (client.getQueryState(key)?.isInvalidated ? [key] : []));
}

it("reads the states, the turns, the artifacts and what stands beside a session anew though it is as it was", () => {
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

it("reads the lists anew once the stream is back, and not when it comes the first time", () => {
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
