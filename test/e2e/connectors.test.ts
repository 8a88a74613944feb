import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { ledgerCatalog, type OauthMcpServer, startOauthMcpServer } from "../support/oauth-mcp-server.ts";
import type { TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { useShow } from "./open-page.ts";

let ledger: OauthMcpServer;
let folder: TestFolder;
let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  ledger = await startOauthMcpServer();
  folder = await makeTestFolder();
  const servers = {
    ...ledgerCatalog(ledger.url),
    atlas: {
      type: "streamable-http",
      title: "Atlas",
      description: "Maps.",
      url: "https://${ATLAS_TENANT}.invalid/mcp",
      oauth: {},
    },
  };
  await writeFile(folder.at("mcp.json"), JSON.stringify(servers));
  await writeFile(folder.at("air.json"), JSON.stringify({ name: "shop", mcp: ["./mcp.json"] }));
  service = await startServiceWithBoard({
    environment: {
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_ALLOW_PRIVATE_HOSTS: new URL(ledger.issuer).host,
    },
  });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function parkedSession(title: string) {
  const { id } = await createSession(service, {
    title,
    mcp_servers: ["ledger"],
    prompt: "#script mcp server=ledger tool=balance args={}\n#script say The books are read.",
  });
  await service.waitFor(id, ({ failure_reason }) => failure_reason === "oauth_required");
  return id;
}

describe("a session whose server needs a sign-in", () => {
  it("links to the connectors, returns after the sign-in at the server, and continues", async () => {
    const id = await parkedSession("Read the books");
    await using board = await show(`/sessions/${id}`);
    const { page } = board;
    const banner = page.locator("[data-banner=mcp_oauth_required]");
    await banner.getByText("Sign in to ledger").waitFor();
    await board.picture("connectors-banner");
    await banner.getByRole("link", { name: "Connectors" }).click();
    const list = page.getByRole("list", { name: "Connectors" });
    await list.getByRole("link", { name: "Read the books" }).waitFor();
    await board.picture("connectors-waiting");
    expect(await graveViolations(board)).toEqual([]);
    await list.getByRole("button", { name: "Sign in to Ledger" }).click();
    await page.waitForURL(`**/sessions/${id}`);
    await page.getByText("The books are read.").first().waitFor();
    await banner.waitFor({ state: "detached" });
    await board.picture("connectors-resumed");
  });
});

describe("the connectors page", () => {
  it("reports a successful sign-in, and one that the server refused", async () => {
    await using board = await show("/settings/connectors", { expected: [/422/] });
    const { page } = board;
    await page.getByRole("button", { name: /^Sign in(?: again)? to Ledger/ }).click();
    await page.getByText("Signed in to ledger").first().waitFor();
    await page.waitForURL("**/settings/connectors");
    await page.getByText("Renews automatically").waitFor();
    await board.picture("connectors-signed-in");

    ledger.behaviour.denial = { error: "access_denied", error_description: "Not today" };
    await page.getByRole("button", { name: "Sign in again to Ledger" }).click();
    await page.getByRole("alert").getByText("the request was declined").waitFor();
    await board.picture("connectors-refused");
    ledger.behaviour.denial = null;
    await page.getByRole("link", { name: "Back to Connectors" }).click();
    await page.getByText("Renews automatically").waitFor();
  });

  it("says why a sign-in cannot start", async () => {
    await using board = await show("/settings/connectors", { expected: [/422/] });
    const { page } = board;
    ledger.behaviour.metadata = { token_endpoint: "http://127.0.0.1:1/token" };
    await page
      .getByRole("button", { name: /to Ledger$/ })
      .last()
      .click();
    await page.getByRole("alert").getByText("not an https address", { exact: false }).waitFor();
    await board.picture("connectors-insecure");
    ledger.behaviour.metadata = {};
    expect(await page.getByRole("button", { name: "Sign in to Atlas" }).isDisabled()).toBe(true);
    await page.getByText("ATLAS_TENANT is not set", { exact: false }).waitFor();
  });

  it("signs out after a confirmation, with the keyboard", async () => {
    await using board = await show("/settings/connectors");
    const { page } = board;
    await page.getByRole("button", { name: "Sign out of Ledger" }).focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await board.picture("connectors-sign-out");
    await question.getByRole("button", { name: "Sign out" }).press("Enter");
    await page.getByText("The server revoked its tokens", { exact: false }).waitFor();
    await page.getByText("Not signed in").first().waitFor();
  });

  it("has no serious accessibility problem on a phone, in light or dark", async () => {
    await using board = await show("/settings/connectors", { size: "phone" });
    await board.page.getByRole("list", { name: "Connectors" }).waitFor();
    expect(await visualAudit(board, "connectors-phone")).toEqual([]);
  });
});
