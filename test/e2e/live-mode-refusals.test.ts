import { expect, it } from "vitest";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { liveCatalog } from "../support/live.ts";
import { startLiveProvider } from "../support/live-provider.ts";

// This browser has no microphone.
const browser = useBrowser();

it("says that there is no microphone, and typing goes on in its place", async () => {
  await using provider = await startLiveProvider();
  await using service = await startServiceWithBoard({
    environment: {
      SERVICE_CATALOG: await liveCatalog(),
      SERVICE_LIVE_PROVIDER_KEY: provider.key,
      SERVICE_LIVE_PROVIDER_URL: provider.url,
    },
  });
  await using board = await openBoard(browser(), { url: service.url });
  const { page } = board;
  await board.open("/");
  await page.getByRole("button", { name: "Talk" }).first().click();
  await page.getByRole("button", { name: "Start talking" }).click();
  await page.getByRole("alert").filter({ hasText: "No microphone was found" }).waitFor();
  await board.picture("live-no-microphone");
  expect(provider.requests("/v1/realtime/client_secrets")).toEqual([]);
  provider.script({ says: ["Then we type."] });
  await page.getByLabel("Message").fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByText("Then we type.").first().waitFor();
});

it("says what is missing where live mode would be, and is set up with a key on its page", async () => {
  await using provider = await startLiveProvider();
  await using service = await startServiceWithBoard({
    environment: {
      OPENAI_API_KEY: "",
      SERVICE_LIVE_PROVIDER_KEY: "",
      SERVICE_LIVE_PROVIDER_URL: provider.url,
    },
  });
  await using board = await openBoard(browser(), { url: service.url });
  const { page } = board;
  await board.open("/");
  await page.getByRole("button", { name: "Talk" }).first().click();
  await page.getByText("There is no key for the provider", { exact: false }).waitFor();
  await board.picture("live-unavailable");
  expect(await page.getByRole("button", { name: "Start talking" }).count()).toBe(0);
  await page.getByRole("link", { name: "Set up live mode" }).click();
  await page.getByLabel("API key", { exact: true }).fill(provider.key);
  await board.picture("live-set-up");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText("A key is stored.").waitFor();
  await page.getByRole("button", { name: "Start talking" }).waitFor();
  provider.script({ says: ["Ready."] });
  await page.getByLabel("Message").fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByText("Ready.").first().waitFor();
});
