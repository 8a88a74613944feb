import { afterEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { startToasts, useToasts } from "../../ui/toasts.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { sessionKeys, storeSession } from "../sessions/session-cache.ts";
import { wholeBoard } from "../sessions/session-filter.ts";
import type { Pages } from "../sessions/session-lists.ts";
import { useActions } from "./actions.store.ts";
import { archiveSessions } from "./archive-sessions.ts";
import { runAction, snoozeSessions } from "./run-action.ts";

interface Toast {
  description?: unknown;
  action?: { onClick(): void };
}

interface Told {
  title: string;
  about: unknown;
  press(): void;
}

/** A board with one session, a service that answers what the test says, and what the person is told. */
function bed(session: Session) {
  const client = createQueryClient();
  client.setQueryData<Pages>(sessionKeys.list(wholeBoard), {
    pages: [{ sessions: [session], pagination: { page: 1, per_page: 500, total_count: 1, total_pages: 1 } }],
    pageParams: [1],
  });
  const asked: { url: string; answer(body: unknown, status?: number): void }[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = (body: unknown, status = 200): void =>
      resolve(
        new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
      );
    asked.push({ url, answer });
    return promise;
  });
  const told: Told[] = [];
  const say = (title: string, { action, description }: Toast = {}) => {
    told.push({ title, about: description, press: () => action?.onClick() });
    return "";
  };
  startToasts({ success: say, error: say } as unknown as Parameters<typeof startToasts>[0]);
  const shown = () => client.getQueryData<Pages>(sessionKeys.list(wholeBoard))?.pages[0]?.sessions ?? [];
  return { client, asked, told, shown };
}

const broken = { error: "Broken", message: "It broke.", messages: ["It broke."] };

describe("an act", () => {
  const before = { ...useActions.getState() };
  const toasts = { ...useToasts.getState() };
  afterEach(() => {
    liveSessions.clear();
    vi.unstubAllGlobals();
    useActions.setState(before, true);
    useToasts.setState(toasts, true);
  });

  it("is shown before it is answered, whatever the stream says meanwhile, and taken back where it is refused", async () => {
    const session = someSession({ status: "running", running_job_id: "4" });
    const { client, asked, told, shown } = bed(session);
    const done = runAction(client, "pause", [session]);
    expect(shown()).toMatchObject([{ status: "needs_input", running_job_id: null }]);
    expect(useActions.getState().inProgress.get(1)).toBe("pause");
    const said = { ...session, title: "Named meanwhile" };
    liveSessions.receive(1, said);
    storeSession(client, said);
    expect(shown()).toMatchObject([{ status: "needs_input", title: "Named meanwhile" }]);
    asked[0]?.answer(broken, 500);
    await done;
    expect(shown()).toMatchObject([{ status: "running", title: "Named meanwhile" }]);
    expect(useActions.getState().inProgress.size).toBe(0);
    expect(told).toMatchObject([{ title: "Pause: failed for “Mend the gate”", about: "It broke." }]);
  });

  it("that is refused takes nothing back of another that was answered meanwhile, and has the lists read anew", async () => {
    const session = someSession({ status: "running" });
    const { client, asked, shown } = bed(session);
    const pause = runAction(client, "pause", [session]);
    const spot = runAction(client, "spot", [session]);
    asked[1]?.answer({ session: { ...session, scheduling_class: "spot", priority_class: "spot" } });
    await spot;
    asked[0]?.answer(broken, 500);
    await pause;
    expect(shown()).toMatchObject([{ status: "running", priority_class: "spot" }]);
    expect(client.getQueryState(sessionKeys.list(wholeBoard))?.isInvalidated).toBe(true);
  });

  it("that was refused is tried again from its words, as long as it fits", async () => {
    const session = someSession();
    const { client, asked, told, shown } = bed(session);
    const done = runAction(client, "spot", [session]);
    expect(shown()).toMatchObject([{ priority_class: "spot" }]);
    asked[0]?.answer(broken, 500);
    await done;
    expect(shown()).toMatchObject([{ priority_class: "priority" }]);
    told[0]?.press();
    expect(shown()).toMatchObject([{ priority_class: "spot" }]);
    asked[1]?.answer({ session: someSession({ scheduling_class: "spot", priority_class: "spot" }) });
    await expect.poll(() => told.at(-1)?.title).toBe("Made spot: “Mend the gate”");
    told[0]?.press();
    expect(asked).toHaveLength(2);
  });

  it("has a way back that is shown at once as well, and goes back to where the session was", async () => {
    const session = someSession();
    const { client, asked, told, shown } = bed(session);
    const done = snoozeSessions(client, [session], "2031-05-20T09:00");
    const until = new Date("2031-05-20T09:00").toISOString();
    const snoozed = { visibility: "snoozed", effective_visibility: "snoozed", snoozed_until: until } as const;
    expect(shown()).toMatchObject([snoozed]);
    asked[0]?.answer({ session: someSession(snoozed) });
    await done;
    told[0]?.press();
    expect(shown()).toMatchObject([{ visibility: "visible", snoozed_until: null }]);
    asked[1]?.answer(broken, 500);
    await expect.poll(() => told.at(-1)?.title).toBe("Undo: failed for “Mend the gate”");
    expect(shown()).toMatchObject([snoozed]);
  });

  describe("that archives", () => {
    const refusedBecause = (error: string) => ({
      archived_count: 0,
      errors: [{ id: 1, error, message: "No." }],
    });

    it("takes the row off at once, and brings it back with another try where it fails", async () => {
      const session = someSession();
      const { client, asked, told, shown } = bed(session);
      const done = archiveSessions(client, [session]);
      expect(shown()).toEqual([]);
      expect(useActions.getState().dismissed.has(1)).toBe(true);
      asked[0]?.answer(refusedBecause("Not Found"));
      await done;
      expect(shown()).toEqual([session]);
      expect(useActions.getState()).toMatchObject({ dismissed: new Set(), refusals: [], progress: null });
      expect(told).toMatchObject([{ title: "Archive: failed for “Mend the gate”", about: "No." }]);
      told[0]?.press();
      asked[1]?.answer({ archived_count: 1, errors: [] });
      await expect.poll(() => told.at(-1)?.title).toBe("Archived “Mend the gate”");
      expect(shown()).toEqual([]);
    });

    it("asks where something would be lost, and leaves a session at its turn until it is told to end it", async () => {
      const session = someSession({ status: "running", running_job_id: "4" });
      const { client, asked, told, shown } = bed(session);
      const done = archiveSessions(client, [session]);
      expect(shown()).toEqual([session]);
      asked[0]?.answer(refusedBecause("A turn is in flight"));
      await done;
      expect(useActions.getState().refusals).toMatchObject([{ session: { id: 1 } }]);
      expect(told).toEqual([]);
      const ended = archiveSessions(client, [session], { end_turn: true });
      expect(shown()).toEqual([]);
      asked[1]?.answer({ archived_count: 1, errors: [] });
      await ended;
      expect(useActions.getState().refusals).toEqual([]);
    });

    it("tells what was archived once the dialog over it is answered", async () => {
      const [idle, busy] = [someSession(), someSession({ id: 2, title: "Busy", status: "running" })];
      const { client, asked, told } = bed(idle);
      const done = archiveSessions(client, [idle, busy]);
      const { errors } = refusedBecause("A turn is in flight");
      asked[0]?.answer({ archived_count: 1, errors: errors.map((error) => ({ ...error, id: 2 })) });
      await done;
      expect(useActions.getState().refusals).toMatchObject([{ session: { id: 2 } }]);
      expect(told).toEqual([]);
      useActions.setState({ refusals: [] });
      expect(told).toMatchObject([{ title: "Archived “Mend the gate”" }]);
    });
  });
});
