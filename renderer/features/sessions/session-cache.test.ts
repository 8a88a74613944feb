import { InfiniteQueryObserver, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { liveSessions } from "./live-sessions.ts";
import { someSession } from "./session.test-data.ts";
import {
  refreshFacts,
  refreshRows,
  removeSession,
  type SessionDetails,
  sessionKeys,
  storeSession,
} from "./session-cache.ts";
import { wholeBoard } from "./session-filter.ts";
import type { Pages } from "./session-lists.ts";

const pagesOf = (...sessions: Session[]): Pages => ({
  pages: [{ sessions, pagination: { page: 1, per_page: 500, total_count: 1, total_pages: 1 } }],
  pageParams: [1],
});

describe("the caches", () => {
  const list = sessionKeys.list(wholeBoard);
  const failures = sessionKeys.list({ ...wholeBoard, statuses: ["failed"] });
  const found = sessionKeys.search({ q: "gate", filter: wholeBoard });
  const filled = () => {
    const client = createQueryClient();
    const session = someSession({ id: 1 });
    client.setQueryData<Pages>(list, pagesOf(session));
    client.setQueryData<Pages>(failures, pagesOf());
    client.setQueryData<Pages>(found, pagesOf(session));
    client.setQueryData(sessionKeys.detail("1"), { session } as SessionDetails);
    return client;
  };
  const statuses = (client: QueryClient, key: readonly unknown[]) =>
    client.getQueryData<Pages>(key)?.pages[0]?.sessions.map(({ status }) => status);

  it("show a change on every list it belongs to, in a search and on the session's page at once", () => {
    const client = filled();
    storeSession(client, someSession({ id: 1, status: "failed" }));
    expect([list, failures, found].map((key) => statuses(client, key))).toEqual([
      ["failed"],
      ["failed"],
      ["failed"],
    ]);
    expect(client.getQueryData<SessionDetails>(sessionKeys.detail("1"))?.session.status).toBe("failed");
  });

  it("take a session off the lists it has left, and leave what was found", () => {
    const client = filled();
    storeSession(client, someSession({ id: 1, status: "archived" }));
    expect([list, found].map((key) => statuses(client, key))).toEqual([[], ["archived"]]);
  });

  it("show what is foreseen of a session until that is over", () => {
    const client = filled();
    const end = liveSessions.addOptimistic(1, { status: "failed" });
    storeSession(client, someSession({ id: 1 }));
    expect([list, failures].map((key) => statuses(client, key))).toEqual([["failed"], ["failed"]]);
    end();
    storeSession(client, someSession({ id: 1 }));
    expect([list, failures].map((key) => statuses(client, key))).toEqual([["needs_input"], []]);
  });

  it("lose a deleted session and mark its page for another look", () => {
    const client = filled();
    removeSession(client, 1);
    expect([list, found].map((key) => statuses(client, key))).toEqual([[], []]);
    expect(client.getQueryState(sessionKeys.detail("1"))?.isInvalidated).toBe(true);
  });

  describe("of the rows", () => {
    afterEach(() => vi.useRealTimers());

    it("are read again a little later when nothing of the session itself moved", () => {
      vi.useFakeTimers();
      const client = filled();
      refreshRows(client, someSession({ id: 1, updated_at: "2026-03-01T11:00:00Z" }));
      vi.runAllTimers();
      expect(client.getQueryState(list)?.isInvalidated).toBe(false);
      refreshRows(client, someSession({ id: 1 }));
      expect(client.getQueryState(list)?.isInvalidated).toBe(false);
      vi.runAllTimers();
      expect(client.getQueryState(list)?.isInvalidated).toBe(true);
    });

    it("have their facts read again where the first answer was on its way at the change", async () => {
      vi.useFakeTimers();
      const client = filled();
      const asked: ((facts: object) => void)[] = [];
      const queryFn = () => new Promise((give) => void asked.push(give));
      const leave = new QueryObserver(client, { queryKey: sessionKeys.facts, queryFn }).subscribe(
        () => undefined,
      );
      refreshFacts(client);
      await vi.runAllTimersAsync();
      asked[0]?.({});
      await vi.runAllTimersAsync();
      expect(asked).toHaveLength(2);
      leave();
      client.clear();
    });
  });

  it("are as much out of date after a change as before it, however much is told of other sessions", () => {
    const client = filled();
    const updatedAt = () => client.getQueryState(sessionKeys.detail("1"))?.dataUpdatedAt;
    const before = updatedAt();
    void client.invalidateQueries();
    storeSession(client, someSession({ id: 2 }));
    storeSession(client, someSession({ id: 1, status: "failed" }));
    expect(statuses(client, list)).toEqual(["needs_input", "failed"]);
    for (const key of [list, sessionKeys.detail("1")])
      expect(client.getQueryState(key)?.isInvalidated).toBe(true);
    expect(updatedAt()).toBe(before);
  });

  describe("of several pages", () => {
    const archive = sessionKeys.list({ ...wholeBoard, statuses: ["archived"] });
    const archived = (id: number, title: string) => someSession({ id, title, status: "archived" });

    /** Its first page is there, its second one on its way. */
    async function reading() {
      const client = createQueryClient();
      const asked: ((session: Session) => void)[] = [];
      const observer = new InfiniteQueryObserver(client, {
        queryKey: archive,
        queryFn: () =>
          new Promise<Pages["pages"][number]>((give) => {
            asked.push((session) => give({ sessions: [session], pagination }));
          }),
        initialPageParam: 1,
        getNextPageParam: (_last, pages) => pages.length + 1,
      });
      const leave = observer.subscribe(() => undefined);
      asked[0]?.(archived(1, "One"));
      const titles = () =>
        client.getQueryData<Pages>(archive)?.pages.map(({ sessions }) => sessions.map(({ title }) => title));
      await expect.poll(titles).toEqual([["One"]]);
      const further = observer.fetchNextPage();
      const end = (): void => {
        leave();
        client.clear();
      };
      return { client, asked, titles, further, [Symbol.dispose]: end };
    }
    const pagination = { page: 1, per_page: 1, total_count: 2, total_pages: 2 };

    it("keep what changed on the first one while the second was read", async () => {
      using reader = await reading();
      storeSession(reader.client, archived(1, "One, renamed"));
      expect(reader.titles()).toEqual([["One, renamed"]]);
      reader.asked[1]?.(archived(2, "Two"));
      await reader.further;
      expect(reader.titles()).toEqual([["One, renamed"], ["Two"]]);
    });

    it("do not bring back what was deleted meanwhile", async () => {
      using reader = await reading();
      removeSession(reader.client, 1);
      reader.asked[1]?.(archived(2, "Two"));
      await reader.further;
      expect(reader.titles()).toEqual([[], ["Two"]]);
    });
  });
});
