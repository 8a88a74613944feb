import { afterAll, beforeAll, describe, expect } from "vitest";
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

describe("manage_categories", () => {
  const manage = (action: string, input: Input = {}) =>
    client.says("manage_categories", { action, ...input });
  const refuses = (action: string, input: Input = {}) =>
    client.refuses("manage_categories", { action, ...input });

  proves(
    "E177",
    "E178",
    "E179",
    "E180",
    "E181",
    "E182",
  )("does everything that it offers", async () => {
    expect(await manage("list")).toBe("## Categories\n\nNo categories found.");
    const made = await manage("create", { name: "Lamps", description: "What lights up" });
    expect(made).toMatch(
      /^## Category Created\n\n### Lamps \(ID: \d+\)\n- \*\*Position:\*\* 0\n- \*\*Frozen:\*\* false\n- \*\*Description:\*\* What lights up\n- \*\*Sessions:\*\* 0$/,
    );
    const category_id = idIn(made);
    const other = idIn(await manage("create", { name: "Wicks" }));
    expect(await manage("update", { category_id, name: "Lights", is_frozen: true })).toContain(
      `## Category Updated\n\n### Lights (ID: ${category_id})\n- **Position:** 0\n- **Frozen:** true`,
    );
    expect(await manage("reorder", { ids: [other, "uncategorized", category_id] })).toMatch(
      /^## Categories Reordered[^]*Wicks[^]*\*\*Position:\*\* 0[^]*Lights[^]*\*\*Position:\*\* 2/,
    );

    const session_id = session.id;
    expect(await manage("set_session_category", { session_id, category_id })).toBe(
      `## Session Category Updated\n\n- **Session ID:** ${session_id}\n- **Category:** Lights\n- **Result:** Session assigned to category`,
    );
    for (const [tool, input] of [
      ["quick_search_sessions", { id: session_id }],
      ["get_session", { id: session_id }],
    ] as const)
      expect(await client.says(tool, input)).toContain("- **Category:** Lights");
    expect(await manage("list")).toContain("- **Sessions:** 1");
    expect(await manage("set_session_category", { session_id })).toContain("- **Category:** Uncategorized");
    for (const id of [category_id, other])
      expect(await manage("delete", { category_id: id })).toContain(`Category ${id} has been deleted.`);
    expect(await manage("list")).toBe("## Categories\n\nNo categories found.");
  });

  proves(
    "E178",
    "E179",
    "E180",
    "E181",
    "E182",
  )("passes on why something is refused", async () => {
    const category_id = idIn(await manage("create", { name: "Lamps" }));
    expect(await refuses("create", { name: "LAMPS" })).toBe(
      'Error managing categories: API Error (422): There is already a category named "Lamps"',
    );
    for (const [action, input] of [
      ["update", { category_id: 987_654, name: "Found" }],
      ["delete", { category_id: 987_654 }],
      ["reorder", { ids: [987_654] }],
      ["set_session_category", { session_id: session.id, category_id: 987_654 }],
    ] as const)
      expect(await refuses(action, input)).toBe(
        "Error managing categories: API Error (404): Category 987654 was not found",
      );
    await manage("delete", { category_id });
  });

  const idIn = (text: string): number => Number(/\(ID: (\d+)\)/.exec(text)?.[1]);
});
