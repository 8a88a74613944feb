import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPublishedClient, type PublishedClient } from "../support/published-client.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let client: PublishedClient;
let session: Session;

beforeAll(async () => {
  service = await startTestService();
  client = await openPublishedClient(service);
  session = await createSession(service, { title: "Lantern" });
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

type Input = Record<string, unknown>;

describe("the notifications group", () => {
  const list = (input: Input = {}) => client.says("get_notifications", input);
  const act = (action: string, input: Input = {}) => client.says("action_notification", { action, ...input });

  async function push(message: string): Promise<number> {
    const text = await client.says("send_push_notification", { session_id: session.id, message });
    expect(text).toContain(`- **Session ID:** ${session.id}\n- **Notification:** ${message}\n- **Status:** `);
    return Number(/\*\*#(\d+)\*\* \[unread\] push - Lantern \(waiting\)/.exec(await list())?.[1]);
  }

  proves(
    "E80",
    "E81",
    "E82",
    "E83",
    "E85",
    "E87",
  )("sends one, shows it, and dismisses it once it is read", async () => {
    expect(await list()).toBe("## Notifications\n\nNo notifications found.");
    const id = await push("Oil is low.");
    expect(await list({ badge_only: true })).toContain("**Pending notifications:** 1");
    expect(await list({ id })).toContain(
      `- **Type:** push\n- **Read:** No\n- **Session ID:** ${session.id}\n- **Session Title:** Lantern`,
    );
    expect(await client.refuses("action_notification", { action: "dismiss", id })).toContain(
      "API Error (422): The notification is unread; mark it as read first",
    );
    expect(await act("mark_read", { id })).toContain(`- **ID:** ${id}\n- **Type:** push`);
    expect(await list({ status: "read" })).toContain("(1 total, page 1 of 1)");
    expect(await list({ status: "unread" })).toContain("No notifications found.");
    expect(await act("dismiss", { id })).toContain(`Notification ${id} has been deleted.`);
    expect(await client.refuses("get_notifications", { id })).toContain("API Error (404): ");
  });

  proves(
    "E84",
    "E86",
    "R210",
  )("reads and dismisses all there are", async () => {
    await push("One");
    await push("Two");
    expect(await act("mark_all_read")).toContain("- **Marked:** 2\n- **Remaining Pending:** 0");
    await push("Three");
    expect(await act("dismiss_all_read")).toContain("- **Dismissed:** 2\n- **Remaining Pending:** 1");
  });

  proves(
    "E83",
    "E85",
    "E87",
  )("says what it cannot find", async () => {
    for (const action of ["mark_read", "dismiss"])
      expect(await client.refuses("action_notification", { action, id: 987_654 })).toMatch(
        /^Error managing notification: API Error \(404\): /,
      );
    const nowhere = { session_id: 987_654, message: "Hello?" };
    expect(await client.refuses("send_push_notification", nowhere)).toBe(
      "Error sending push notification: API Error (404): Session not found",
    );
  });
});

describe("the health group", () => {
  proves("E118", "R209")("reports how the service is, with its CLIs", async () => {
    const told = await client.says("get_system_health", { include_cli_status: true });
    for (const word of ["process_health", "session_health", "overall_status"]) expect(told).toContain(word);
  });

  proves(
    "E119",
    "E120",
    "E121",
  )("mends what is wrong", async () => {
    expect(await client.says("action_health", { action: "cleanup_processes" })).toContain("terminated");
    const retry = { action: "retry_sessions", session_ids: [session.id] };
    expect(await client.says("action_health", retry)).toContain("skipped");
    expect(await client.says("action_health", { action: "archive_old", days: 7 })).toContain("archived");
  });

  proves("E139", "E140")("checks the agent CLIs again", async () => {
    for (const [action, heading] of [
      ["cli_refresh", "## CLI Refresh Queued"],
      ["cli_clear_cache", "## CLI Cache Clear Queued"],
    ])
      expect(await client.says("action_health", { action })).toMatch(
        new RegExp(`^${heading}\n\n- \\*\\*Message:\\*\\* \\w+`),
      );
  });
});

/** Tools and actions whose endpoint is not built; an entry goes with the endpoint's arrival. */
const notBuilt: readonly [tool: string, input: Input][] = [
  ["manage_categories", { action: "list" }],
  ["manage_categories", { action: "create", name: "Lamps" }],
  ["manage_categories", { action: "update", category_id: 1, name: "Lamps" }],
  ["manage_categories", { action: "delete", category_id: 1 }],
  ["manage_categories", { action: "reorder", ids: [1] }],
];

describe("a tool whose endpoint is not built yet", () => {
  test.each(notBuilt)("%s %j hears plainly that there is nothing", async (tool, input) => {
    expect(await client.refuses(tool, input)).toContain(nothingThere);
  });

  test("hears so too where it names a session, which stays as it was", async () => {
    const before = await service.call("GET", `/sessions/${session.id}`);
    const input = { action: "set_session_category", session_id: session.id, category_id: 1 };
    expect(await client.refuses("manage_categories", input)).toContain(nothingThere);
    expect(await service.call("GET", `/sessions/${session.id}`)).toMatchObject({ body: before.body });
  });

  const nothingThere = "API Error (404): There is nothing at this address";
});
