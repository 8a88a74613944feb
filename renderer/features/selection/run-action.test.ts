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

interface ShownToast {
  title: string;
  description: unknown;
  press(): void;
}

/** A board with one session, a service with answers by the test, and the toasts that are shown. */
function setUp(session: Session) {
  const client = createQueryClient();
  client.setQueryData<Pages>(sessionKeys.list(wholeBoard), {
    pages: [{ sessions: [session], pagination: { page: 1, per_page: 500, total_count: 1, total_pages: 1 } }],
    pageParams: [1],
  });
  const answers: PromiseWithResolvers<Response>[] = [];
  const answerOf = (at: number) => (answers[at] ??= Promise.withResolvers<Response>());
  /** Answers the request at this place in their order, also if it is not sent yet. */
  const answer = (at: number, body: unknown, status = 200): void =>
    answerOf(at).resolve(
      new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
    );
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string) => answerOf(requests.push(url) - 1).promise);
  const toasts: ShownToast[] = [];
  const show = (title: string, { action, description }: Toast = {}) => {
    toasts.push({ title, description, press: () => action?.onClick() });
    return "";
  };
  startToasts({ success: show, error: show } as unknown as Parameters<typeof startToasts>[0]);
  const shown = () => client.getQueryData<Pages>(sessionKeys.list(wholeBoard))?.pages[0]?.sessions ?? [];
  return { client, requests, answer, toasts, shown };
}

const broken = { error: "Broken", message: "It broke.", messages: ["It broke."] };

describe("an action", () => {
  const before = { ...useActions.getState() };
  const toastState = { ...useToasts.getState() };
  afterEach(() => {
    liveSessions.clear();
    vi.unstubAllGlobals();
    useActions.setState(before, true);
    useToasts.setState(toastState, true);
  });

  it("shows at once despite live updates, and is reverted if it is refused", async () => {
    const session = someSession({ status: "running", running_job_id: "4" });
    const { client, answer, toasts, shown } = setUp(session);
    const done = runAction(client, "pause", [session]);
    expect(shown()).toMatchObject([{ status: "needs_input", running_job_id: null }]);
    expect(useActions.getState().inProgress.get(1)).toBe("pause");
    const renamed = { ...session, title: "Named meanwhile" };
    liveSessions.receive(1, renamed);
    storeSession(client, renamed);
    expect(shown()).toMatchObject([{ status: "needs_input", title: "Named meanwhile" }]);
    answer(0, broken, 500);
    await done;
    expect(shown()).toMatchObject([{ status: "running", title: "Named meanwhile" }]);
    expect(useActions.getState().inProgress.size).toBe(0);
    expect(toasts).toMatchObject([{ title: "Pause: failed for “Mend the gate”", description: "It broke." }]);
  });

  it("that is refused reverts no other action, and reloads the lists", async () => {
    const session = someSession({ status: "running" });
    const { client, answer, shown } = setUp(session);
    const pause = runAction(client, "pause", [session]);
    const spot = runAction(client, "spot", [session]);
    answer(1, { session: { ...session, scheduling_class: "spot", priority_class: "spot" } });
    await spot;
    answer(0, broken, 500);
    await pause;
    expect(shown()).toMatchObject([{ status: "running", priority_class: "spot" }]);
    expect(client.getQueryState(sessionKeys.list(wholeBoard))?.isInvalidated).toBe(true);
  });

  it("that was refused can be retried from its toast while it is available", async () => {
    const session = someSession();
    const { client, requests, answer, toasts, shown } = setUp(session);
    const done = runAction(client, "spot", [session]);
    expect(shown()).toMatchObject([{ priority_class: "spot" }]);
    answer(0, broken, 500);
    await done;
    expect(shown()).toMatchObject([{ priority_class: "priority" }]);
    toasts[0]?.press();
    expect(shown()).toMatchObject([{ priority_class: "spot" }]);
    answer(1, { session: someSession({ scheduling_class: "spot", priority_class: "spot" }) });
    await expect.poll(() => toasts.at(-1)?.title).toBe("Made spot: “Mend the gate”");
    toasts[0]?.press();
    expect(requests).toHaveLength(2);
  });

  it("can be undone, which also shows at once and restores the former place", async () => {
    const session = someSession();
    const { client, answer, toasts, shown } = setUp(session);
    const done = snoozeSessions(client, [session], "2031-05-20T09:00");
    const until = new Date("2031-05-20T09:00").toISOString();
    const snoozed = { visibility: "snoozed", effective_visibility: "snoozed", snoozed_until: until } as const;
    expect(shown()).toMatchObject([snoozed]);
    answer(0, { session: someSession(snoozed) });
    await done;
    toasts[0]?.press();
    expect(shown()).toMatchObject([{ visibility: "visible", snoozed_until: null }]);
    answer(1, broken, 500);
    await expect.poll(() => toasts.at(-1)?.title).toBe("Undo: failed for “Mend the gate”");
    expect(shown()).toMatchObject([snoozed]);
  });

  describe("that archives", () => {
    const refusedBecause = (error: string) => ({
      archived_count: 0,
      errors: [{ id: 1, error, message: "No." }],
    });

    it("removes the row at once, and returns it with a retry on failure", async () => {
      const session = someSession();
      const { client, answer, toasts, shown } = setUp(session);
      const done = archiveSessions(client, [session]);
      expect(shown()).toEqual([]);
      expect(useActions.getState().dismissed.has(1)).toBe(true);
      answer(0, refusedBecause("Not Found"));
      await done;
      expect(shown()).toEqual([session]);
      expect(useActions.getState()).toMatchObject({ dismissed: new Set(), refusals: [], progress: null });
      expect(toasts).toMatchObject([{ title: "Archive: failed for “Mend the gate”", description: "No." }]);
      toasts[0]?.press();
      answer(1, { archived_count: 1, errors: [] });
      await expect.poll(() => toasts.at(-1)?.title).toBe("Archived “Mend the gate”");
      expect(shown()).toEqual([]);
    });

    it("asks before a loss, and leaves a session in its turn until the turn may be ended", async () => {
      const session = someSession({ status: "running", running_job_id: "4" });
      const { client, answer, toasts, shown } = setUp(session);
      const done = archiveSessions(client, [session]);
      expect(shown()).toEqual([session]);
      answer(0, refusedBecause("A turn is in flight"));
      await done;
      expect(useActions.getState().refusals).toMatchObject([{ session: { id: 1 } }]);
      expect(toasts).toEqual([]);
      const ended = archiveSessions(client, [session], { end_turn: true });
      expect(shown()).toEqual([]);
      answer(1, { archived_count: 1, errors: [] });
      await ended;
      expect(useActions.getState().refusals).toEqual([]);
    });

    it("reports what was archived after the dialog is closed", async () => {
      const [idle, busy] = [someSession(), someSession({ id: 2, title: "Busy", status: "running" })];
      const { client, answer, toasts } = setUp(idle);
      const done = archiveSessions(client, [idle, busy]);
      const { errors } = refusedBecause("A turn is in flight");
      answer(0, { archived_count: 1, errors: errors.map((error) => ({ ...error, id: 2 })) });
      await done;
      expect(useActions.getState().refusals).toMatchObject([{ session: { id: 2 } }]);
      expect(toasts).toEqual([]);
      useActions.setState({ refusals: [] });
      expect(toasts).toMatchObject([{ title: "Archived “Mend the gate”" }]);
    });
  });
});
