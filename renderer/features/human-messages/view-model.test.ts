import { expect, it } from "vitest";
import type { HumanMessage } from "../../../server/domains/sessions/human-messages/model.ts";
import { newestFirst } from "./view-model.ts";

const message = (content: string, occurred_at: string): HumanMessage => ({
  origin: "here",
  author: "ada@example.org",
  author_display_name: "Ada",
  channel: "web_ui",
  channel_label: "Board",
  authored_in_session_id: 1,
  authored_in: "Mend the gate",
  entry_point: "web_ui.follow_up",
  content,
  occurred_at,
});

it("lists the newest message first and gives messages of the same second different keys", () => {
  const at = "2031-05-20T09:00:00Z";
  const sorted = newestFirst([
    message("First", at),
    message("Second", at),
    message("Last", "2031-05-20T09:00:01Z"),
  ]);
  expect(sorted.map(({ content }) => content)).toEqual(["Last", "First", "Second"]);
  expect(new Set(sorted.map(({ key }) => key)).size).toBe(3);
});
