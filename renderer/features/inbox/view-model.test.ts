import { expect, it } from "vitest";
import type { Notification } from "../../../server/domains/notifications/model.ts";
import { unreadFirst } from "./view-model.ts";

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

it("puts unread entries above the others and shows each once", () => {
  const shown = unreadFirst([entry(9), entry(4)], [entry(7), entry(4)]);
  expect(shown.map(({ id }) => id)).toEqual([9, 7, 4]);
});
