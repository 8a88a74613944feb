import { expect, it } from "vitest";
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { readInboxSearch } from "./inbox-search.ts";
import {
  type Entry,
  entriesOf,
  fits,
  kindOf,
  kindOfEntry,
  linesOf,
  timeOf,
  unreadFirst,
} from "./view-model.ts";

const entry = (id: number): Notification => ({
  id,
  session_id: 1,
  notification_type: "push",
  message: "Look",
  read: false,
  stale: false,
  created_at: "2026-06-01T12:00:00Z",
  updated_at: "2026-06-01T12:00:00Z",
  session: { id: 1, slug: null, title: "A session", status: "running" },
});

it("lists unread entries first and each entry once", () => {
  const shown = unreadFirst([entry(9), entry(4)], [entry(7), entry(4)]);
  expect(shown.map(({ id }) => id)).toEqual([9, 7, 4]);
});

const of = (session: number, changes: Partial<Notification> & { id: number }): Notification => ({
  ...entry(changes.id),
  session_id: session,
  session: { id: session, slug: null, title: `Session ${session}`, status: "running" },
  ...changes,
});
const needy = (id: number, reason: string) =>
  someSession({
    id,
    attention: { kind: "question", reason, said: null, since: "2026-06-01T13:00:00Z", corrected: false },
  });
const only = (...notifications: Notification[]): Entry => {
  const [found] = entriesOf(notifications, []);
  if (found === undefined) throw new Error("there is no entry");
  return found;
};

it("has one entry for each session, and first what needs a person, in its order and with its reason", () => {
  const notifications = [of(1, { id: 9 }), of(2, { id: 8 }), of(1, { id: 7 }), of(3, { id: 6 })];
  const entries = entriesOf(notifications, [needy(3, "Which one?"), needy(4, "Shall I?")]);
  const shown = entries.map(({ session, notifications: own, needs }) => [
    session.id,
    own.map(({ id }) => id),
    needs?.reason,
  ]);
  expect(shown).toEqual([
    [3, [6], "Which one?"],
    [4, [], "Shall I?"],
    [1, [9, 7], undefined],
    [2, [8], undefined],
  ]);
  const [asks] = entries;
  expect(asks && [kindOfEntry(asks), timeOf(asks)]).toEqual(["question", "2026-06-01T13:00:00Z"]);
  expect(entries.map((one) => fits(one, { status: "unread" }))).toEqual([true, false, true, true]);
});

it("finds entries by their kind and by words in any order", () => {
  const failed = of(7, {
    id: 1,
    notification_type: "session_failed",
    message: "The clone is gone",
    session: { id: 7, slug: "mend-the-gate", title: "Mend the Gate", status: "failed" },
  });
  const shown = only(failed, of(7, { id: 2, message: "An older fence", session: failed.session }));
  expect(fits(shown, {})).toBe(true);
  expect(fits(shown, { kind: "failed", q: "gate  CLONE" })).toBe(true);
  expect(fits(shown, { q: "mend-the" })).toBe(true);
  expect(fits(shown, { q: "gate fence" })).toBe(true);
  expect(linesOf(shown, { q: "fence" })).toBe("An older fence");
  expect(fits(shown, { q: "fence clone" })).toBe(false);
  expect(fits(only(failed), { kind: "message" })).toBe(false);
  expect(kindOf({ notification_type: "one_of_tomorrow" })).toBe("message");
});

it.each([
  ["session_needs_input", '"Mend it" needs your input', "Needs your input"],
  ["session_needs_input", '"Mend it": #7 is ready to merge', "#7 is ready to merge"],
  ["session_failed", '"Say "no"" failed: no clone', "Failed: no clone"],
  ["session_failed", "The trigger failed", "The trigger failed"],
  ["push", '"Mend it" failed', '"Mend it" failed'],
])("shows %s with %s as %s below the session's name", (notification_type, message, expected) => {
  expect(linesOf(only(of(1, { id: 1, notification_type, message })), {})).toBe(expected);
});

it("keeps the words of then, and shows why it needs a person while it does", () => {
  const then = of(1, { id: 1, notification_type: "session_needs_input", message: '"One": Which way?' });
  const message = of(1, { id: 2, message: "Look at this" });
  expect(linesOf(only(then), {})).toBe("Which way?");
  const lines = (...own: Notification[]) => {
    const [shown] = entriesOf(own, [needy(1, "Left or right?")]);
    return shown && linesOf(shown, {});
  };
  expect(lines(then)).toBe("Left or right?");
  expect(lines(then, message)).toBe("Left or right?\nLook at this");
});

it("reads the known parameters of an address and drops the rest", () => {
  const search = { status: "unread", kind: "question", q: "42" } as const;
  expect(readInboxSearch({ ...search, q: 42, page: 3 })).toEqual(search);
  expect(readInboxSearch({ status: "all", kind: "none", q: " " })).toEqual({});
  expect(readInboxSearch({ q: ["a"], kind: {}, status: true })).toEqual({});
});
