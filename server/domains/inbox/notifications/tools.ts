import { z } from "zod";
import { defineRefusals } from "../../../lib/errors.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { type Notification, notificationOperations } from "./model.ts";

const refusal = defineRefusals({
  no_id: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "" }) => `${action} needs id`,
  },
});

const getNotifications = defineTool({
  name: "get_notifications",
  description:
    "The person's inbox, newest first: sessions that need input or failed, questions and pushed messages.",
  effect: "read",
  input: z.object({
    id: z.number().int().optional().describe("Just this entry"),
    badge_only: z.boolean().optional().describe("Only how many are unread"),
    status: z.enum(["read", "unread"]).optional(),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ id, badge_only, ...query }, { call }) {
    if (id !== undefined)
      return one(await call(notificationOperations.getNotification, { params: { id: String(id) } }));
    if (badge_only === true) {
      const facts = await call(notificationOperations.notificationBadge, {});
      return counted("Notifications", facts, [["Unread", facts.pending_count]]);
    }
    const facts = await call(notificationOperations.listNotifications, { query });
    const { notifications, pagination } = facts;
    const found = `${pagination.total_count} in all (page ${pagination.page} of ${pagination.total_pages}):`;
    const blocks =
      notifications.length === 0 ? ["The inbox is empty."] : [found, ...notifications.map(block)];
    return { text: page(heading(2, "Notifications"), ...blocks), facts };
  },
});

const actionNotification = defineTool({
  name: "action_notification",
  description: "Marks entries of the person's inbox as read, or removes those that were read.",
  effect: "destroy",
  idempotent: true,
  input: z.object({
    action: z.enum(["mark_read", "mark_all_read", "dismiss", "dismiss_all_read"]),
    id: z.number().int().optional().describe("mark_read and dismiss need it"),
  }),
  async run({ action, id }, { call }) {
    if (action === "mark_all_read") {
      const facts = await call(notificationOperations.markAllNotificationsRead, {});
      return counted("All Notifications Read", facts, [["Marked", facts.marked_count]]);
    }
    if (action === "dismiss_all_read") {
      const facts = await call(notificationOperations.dismissAllReadNotifications, {});
      return counted("Read Notifications Dismissed", facts, [["Dismissed", facts.dismissed_count]]);
    }
    if (id === undefined) throw refusal("no_id", { action });
    const params = { id: String(id) };
    if (action === "mark_read")
      return one(await call(notificationOperations.markNotificationRead, { params }));
    await call(notificationOperations.dismissNotification, { params });
    return counted("Notification Dismissed", { id }, [["ID", id]]);
  },
});

export const pushTool = (target: Target): Tool =>
  defineTool({
    name: "send_push_notification",
    description:
      "Puts a short message about a session before the person. For what cannot wait until they look by themselves.",
    effect: "add",
    input: z.object({ session_id: targetField, message: z.string().trim().min(1).max(500) }),
    async run({ session_id, message }, caller) {
      const body = { session_id: target(session_id, caller), message };
      const facts = await caller.call(notificationOperations.pushNotification, { body });
      const sentence = "The message is in the person's inbox.";
      return { text: page(heading(2, "Notification Sent"), sentence), facts };
    },
  });

/** Of the group `notifications`. */
export const notificationTools = (target: Target): Tool[] => [
  getNotifications,
  actionNotification,
  pushTool(target),
];

const block = ({ id, notification_type, message, read, created_at, session }: Notification): string =>
  page(
    heading(3, `${session.title} (ID: ${id})`),
    factList([
      ["Type", notification_type],
      ["Message", message],
      ["Session", `${session.id} (${session.status})`],
      ["Read", read ? "yes" : "no"],
      ["Created", created_at],
    ]),
  );

const one = (facts: { notification: Notification }): ToolAnswer => ({
  text: page(heading(2, "Notification"), block(facts.notification)),
  facts,
});

const counted = (outcome: string, facts: object, list: [string, number][]): ToolAnswer => ({
  text: page(heading(2, outcome), factList(list)),
  facts,
});
