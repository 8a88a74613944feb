import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { requestFromPage } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { connectApp, connectClient, registerClient, type Tokens } from "../support/oauth.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { type Shown, useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
const at = "/settings/connections";

beforeAll(async () => {
  service = await startServiceWithBoard({ environment: { SERVICE_OWNER_EMAIL: "ada@example.org" } });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const listOf = ({ page }: Shown) => page.getByRole("list", { name: "Connections" });
const rowOf = (board: Shown, name: string) => listOf(board).getByRole("listitem").filter({ hasText: name });

const statusWith = async ({ access_token }: Tokens, method: string, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${access_token}` };
  return (await service.call(method, path, {}, { key: null, headers })).status;
};

it("shows how to connect if nothing is connected, in commands that can be copied", async () => {
  await using board = await show(at);
  const { page } = board;
  await page.getByRole("heading", { name: "No connections yet" }).waitFor();
  await board.picture("settings-connections-none");
  expect(await graveViolations(board)).toEqual([]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  /** Empty until the button has copied something. */
  const copied = async (button: string): Promise<string> => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name: button }).click();
    await expect.poll(clipboard, soon).not.toBe("");
    return clipboard();
  };
  expect(await copied("Copy command for Claude Code")).toBe(
    `claude mcp add --transport http signalbox ${service.url}/mcp`,
  );
  expect(JSON.parse(await copied("Copy configuration"))).toEqual({
    mcpServers: { signalbox: { type: "http", url: `${service.url}/mcp` } },
  });
  expect(await copied("Copy grant command")).toContain("--email ada@example.org");
});

describe("a connection", () => {
  it("acts as the person after a confirmation, and relays again after one click", async () => {
    const { tokens } = await connectApp(service, "relay_only");
    await using board = await show(at);
    const { page } = board;
    const row = rowOf(board, "Part of Signalbox");
    await row.getByText("Approved by ada@example.org").waitFor();
    const managesKeys = () => statusWith(tokens, "DELETE", "/api_keys/999");
    expect(await managesKeys()).toBe(403);

    await row.getByText("Acts as you").click();
    const question = page.getByRole("alertdialog", { name: "Allow Signalbox to act as you?" });
    await question.waitFor();
    await board.picture("settings-connections-raise");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expect.poll(() => row.getByRole("radio", { name: "Only relays" }).isChecked(), soon).toBe(true);
    expect(await managesKeys()).toBe(403);

    await row.getByRole("radio", { name: "Only relays" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Allow acting as me" }).press("Enter");
    await page.getByText("Starting with its next request, Signalbox acts as ada@example.org").waitFor();
    expect(await managesKeys()).toBe(404);

    await row.getByText("Only relays").click();
    await page.getByText("Starting with its next request, Signalbox only relays").waitFor();
    expect(await managesKeys()).toBe(403);
  });

  it("is revoked after a confirmation and then listed below", async () => {
    const clientId = await registerClient(service, { client_name: "Night Editor" });
    const { tokens } = await connectClient(service, { clientId, label: "Editor at home" });
    await using board = await show(at);
    const { page } = board;
    const row = rowOf(board, "Editor at home");
    await row.getByText("Self-registered, name not verified").waitFor();
    await row.getByRole("button", { name: "Revoke Editor at home" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Night Editor is disconnected").waitFor();
    await row.waitFor({ state: "detached" });
    const asked = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(asked.status).toBe(401);

    await page.getByText(/^Revoked connections/).click();
    const revoked = page.getByRole("list", { name: "Revoked connections" });
    await revoked.getByText("Editor at home").waitFor();
    await revoked.getByText(/^Revoked by/).waitFor();
  });

  it("appears when the person returns from approving it", async () => {
    await using board = await show(at);
    const { page } = board;
    // A request in progress is not repeated.
    await listOf(board).waitFor();
    await connectClient(service, { label: "A newcomer" });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await rowOf(board, "A newcomer").waitFor();
  });

  it("is reported if it was revoked elsewhere in the meantime", async () => {
    await connectClient(service, { label: "Gone soon" });
    await using board = await show(at, { expected: [/422/] });
    const { page } = board;
    await rowOf(board, "Gone soon").getByText("Acts as you").click();
    const { body } = await service.call<{ oauth_grants: { id: number; client_label: string }[] }>(
      "GET",
      "/oauth_grants",
    );
    const id = body.oauth_grants.find(({ client_label }) => client_label === "Gone soon")?.id;
    await requestFromPage(board, { method: "DELETE", path: `/oauth_grants/${id}`, body: {} });
    await page.getByRole("button", { name: "Allow acting as me" }).click();
    await page.getByRole("alert").getByText("Could not complete the action").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await rowOf(board, "Gone soon").waitFor({ state: "detached" });
  });
});

it("reports a list that cannot be loaded, and tries again", async () => {
  await using board = await show("/settings/keys", { intercepted: true, expected: [/500/] });
  const { page } = board;
  await page.route("**/ui/v1/oauth_grants", (route) =>
    route.fulfill({ status: 500, json: { error: "Internal error", message: "No.", messages: ["No."] } }),
  );
  await board.open(at);
  await page.getByRole("alert").getByText("Could not load the connections").waitFor();
  await page.unroute("**/ui/v1/oauth_grants");
  await page.getByRole("button", { name: "Try again" }).click();
  await listOf(board).waitFor();
});

it.each(["desk", "phone"] as const)(
  "has no serious accessibility problem on a %s, in light or dark",
  async (size) => {
    await using board = await show(at, { size });
    const { page } = board;
    await listOf(board).waitFor();
    await page.getByText(/^Revoked connections/).click();
    expect(await visualAudit(board, `settings-connections-${size}`)).toEqual([]);
  },
);
