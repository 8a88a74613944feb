import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { authorizeUrl, exchange, registerClient } from "../support/oauth.ts";
import type { TestService } from "../support/service.ts";

const browser = useBrowser();
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard({ environment: { SERVICE_OWNER_NAME: "Ada Lovelace" } });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** A program on this machine that waits for the browser to return. */
async function waitingClient() {
  const came = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    if (url.pathname === "/callback") came.resolve(url);
    response.setHeader("content-type", "text/html").end("<title>Back</title><p>Back at the client");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirectUri,
    came: came.promise,
    [Symbol.dispose]: () => server.close().closeAllConnections(),
  };
}

it.each([
  ["light", "desk"],
  ["dark", "phone"],
] as const)("a person lets a program in, %s on a %s", async (look, size) => {
  using client = await waitingClient();
  const { redirectUri } = client;
  const clientId = await registerClient(service, {
    client_name: "Night Editor",
    redirect_uris: [redirectUri],
  });
  const { url, verifier } = authorizeUrl(service, clientId, { redirect_uri: redirectUri });
  await using board = await openBoard(browser(), { url: service.url, look, size });
  const { page } = board;
  await page.goto(url.href);
  await page.getByRole("heading", { name: "Let Night Editor use Signalbox?" }).waitFor();
  await board.picture(`oauth-consent-${look}-${size}`);
  expect(await graveViolations(board)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await page.getByRole("radio", { name: /Acts as you/ }).check();
  await page.getByLabel(/Name of this connection/).fill("Editor at home");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Back at the client").waitFor();
  const code = (await client.came).searchParams.get("code") ?? "";
  const tokens = await exchange(service, { clientId, code, verifier }, { redirect_uri: redirectUri });
  expect(tokens.status).toBe(200);
  const { body } = await service.call<{ oauth_grants: unknown[] }>("GET", "/oauth_grants");
  expect(body.oauth_grants).toContainEqual(
    expect.objectContaining({ client_id: clientId, client_label: "Editor at home", acts_as_you: true }),
  );
});

it("a person denies a request with the keyboard alone", async () => {
  using client = await waitingClient();
  const { redirectUri } = client;
  const clientId = await registerClient(service, { redirect_uris: [redirectUri] });
  await using board = await openBoard(browser(), { url: service.url });
  const { page } = board;
  await page.goto(authorizeUrl(service, clientId, { redirect_uri: redirectUri }).url.href);
  await page.getByRole("button", { name: "Deny" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Back at the client").waitFor();
  expect((await client.came).searchParams.get("error")).toBe("access_denied");
});

it("explains a request that cannot be answered", async () => {
  await using board = await openBoard(browser(), {
    url: service.url,
    expected: [/status of 400/],
  });
  await board.page.goto(authorizeUrl(service, "nobody").url.href);
  await board.page.getByRole("heading", { name: "This cannot be approved" }).waitFor();
  await board.picture("oauth-refused");
});
