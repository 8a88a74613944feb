import { z } from "zod";
import { defineRefusals } from "../../../lib/errors.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { type Target, targetField } from "../../../mcp/target.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../../mcp/tool.ts";
import { type Notification, notificationOperations } from "./model.ts";
import { text } from "./text.ts";

const refusal = defineRefusals({
  no_id: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "" }) => `${action} needs an id`,
  },
});

const getNotifications = defineTool({
  name: "get_notifications",
  description:
    "The person's inbox, newest first: sessions that need input or failed, questions and pushed messages.",
  effect: "read",
  input: z.object({
    id: z.number().int().optional().describe("Show only this entry"),
    badge_only: z.boolean().optional().describe("Show only the number of unread entries"),
    status: z.enum(["read", "unread"]).optional(),
    page: pageNumber,
    per_page: pageSize,
  }),
  async run({ id, badge_only, ...query }, { call }) {
    if (id !== undefined)
      return one(await call(notificationOperations.getNotification, { params: { id: String(id) } }));
    if (badge_only === true) {
      const facts = await call(notificationOperations.notificationBadge, {});
      return counted(text.tool.list, facts, [[text.tool.unread, facts.pending_count]]);
    }
    const facts = await call(notificationOperations.listNotifications, { query });
    const { notifications, pagination } = facts;
    const blocks =
      notifications.length === 0
        ? [text.tool.empty]
        : [text.tool.found(pagination), ...notifications.map(block)];
    return { text: page(heading(2, text.tool.list), ...blocks), facts };
  },
});

const actionNotification = defineTool({
  name: "action_notification",
  description: "Marks entries of the person's inbox as read, or removes read entries.",
  effect: "destroy",
  idempotent: true,
  input: z.object({
    action: z.enum(["mark_read", "mark_all_read", "dismiss", "dismiss_all_read"]),
    id: z.number().int().optional().describe("Required for mark_read and dismiss"),
  }),
  async run({ action, id }, { call }) {
    if (action === "mark_all_read") {
      const facts = await call(notificationOperations.markAllNotificationsRead, {});
      return counted(text.tool.allRead, facts, [[text.tool.marked, facts.marked_count]]);
    }
    if (action === "dismiss_all_read") {
      const facts = await call(notificationOperations.dismissAllReadNotifications, {});
      return counted(text.tool.readDismissed, facts, [[text.tool.dismissed, facts.dismissed_count]]);
    }
    if (id === undefined) throw refusal("no_id", { action });
    const params = { id: String(id) };
    if (action === "mark_read")
      return one(await call(notificationOperations.markNotificationRead, { params }));
    await call(notificationOperations.dismissNotification, { params });
    return counted(text.tool.oneDismissed, { id }, [["ID", id]]);
  },
});

export const pushTool = (target: Target): Tool<"send_push_notification"> =>
  defineTool({
    name: "send_push_notification",
    description:
      "Sends the person a short message about a session. Use it for what cannot wait until they open the board.",
    effect: "add",
    input: z.object({ session_id: targetField, message: z.string().trim().min(1).max(500) }),
    async run({ session_id, message }, caller) {
      const body = { session_id: target(session_id, caller), message };
      const facts = await caller.call(notificationOperations.pushNotification, { body });
      return { text: page(heading(2, text.tool.sent), text.tool.sentSentence), facts };
    },
  });

/** Of the group `notifications`. */
export const notificationTools = (target: Target) =>
  [getNotifications, actionNotification, pushTool(target)] as const;

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
  text: page(heading(2, text.tool.one), block(facts.notification)),
  facts,
});

const counted = (outcome: string, facts: object, list: [string, number][]): ToolAnswer => ({
  text: page(heading(2, outcome), factList(list)),
  facts,
});
