import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, plainTrigger, writeOrchard } from "../support/triggers.ts";
import { useShow } from "./open-page.ts";

let folder: TestFolder;
let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  service = await startServiceWithBoard({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const makeTrigger = async (body: Record<string, unknown>): Promise<Trigger> =>
  (await service.call<{ trigger: Trigger }>("POST", "/triggers", { ...plainTrigger, ...body })).body.trigger;

const invoke = (key: string, id: number) =>
  service.call("POST", `/external_app/triggers/${id}/invoke`, { variables: { title: "Late" } }, { key });

describe("integrations", () => {
  it("can be registered, given a key, used, turned off and deleted", async () => {
    await using board = await show("/settings/plugins");
    const { page } = board;
    await page.getByRole("heading", { name: "No integrations yet" }).waitFor();
    await board.picture("plugins-none");
    const mail = await makeTrigger({
      name: "Support mail",
      prompt_template: "#script say Read {{title}} of {{author|untrusted}}",
      max_sessions_per_minute: 3,
    });
    await makeTrigger({ name: "Nightly count" });

    await board.open("/settings/plugins");
    await page.getByRole("button", { name: "New integration" }).click();
    await page.getByLabel("Name").fill("Mail robot");
    await page.getByLabel("Description").fill("Reads the support mail");
    await page.getByLabel("Support mail").check();
    await page.getByText("anyone with a leaked key could start any number of sessions").waitFor();
    await board.picture("plugins-new");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("button", { name: "Register" }).click();

    const block = page.getByRole("region", { name: "Mail robot" });
    await block.getByText("Variables: title, author").waitFor();
    await block.getByText("3 sessions per minute").waitFor();
    await block.getByRole("button", { name: "New key for Mail robot" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    const secret = page.getByRole("dialog").locator("code");
    await expect.poll(() => secret.textContent(), soon).toMatch(/^sbx_[0-9a-f]{64}$/);
    const token = (await secret.textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => page.content(), soon).not.toContain(token);
    expect((await invoke(token, mail.id)).status).toBe(201);

    await board.open("/settings/plugins");
    await block.getByRole("list", { name: "Sessions of Mail robot" }).getByRole("listitem").waitFor();
    await block.getByText("Examples").click();
    await block.getByText(`${service.url}/api/v1/external_app/triggers/${mail.id}/invoke`).waitFor();
    await board.picture("plugins-one");
    expect(await graveViolations(board)).toEqual([]);

    await block.getByRole("switch", { name: "Mail robot: On" }).click();
    await block.getByRole("switch", { name: "Mail robot: Off" }).waitFor();
    await expect.poll(async () => (await invoke(token, mail.id)).status, soon).toBe(403);
    await block.getByRole("button", { name: /^Revoke Mail robot/ }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await block.getByText("Revoked", { exact: true }).waitFor();
    expect((await invoke(token, mail.id)).status).toBe(401);

    await block.getByRole("button", { name: "Delete Mail robot" }).click();
    await board.picture("plugins-delete");
    await page.getByLabel("Type Mail robot to confirm").fill("Mail robot");
    await page.getByRole("button", { name: "Delete integration" }).click();
    await page.getByRole("heading", { name: "No integrations yet" }).waitFor();
  });

  it("say what is wrong with a name and fit a phone in dark mode", async () => {
    await using board = await show("/settings/plugins", {
      size: "phone",
      look: "dark",
      expected: [/422/],
    });
    const { page } = board;
    for (const outcome of ["was registered", "Another integration is named"]) {
      await page.getByRole("button", { name: "New integration" }).click();
      await page.getByLabel("Name").fill("Deploys");
      await page.getByLabel("Nightly count").check();
      await page.keyboard.press("Enter");
      await page.getByText(outcome, { exact: false }).first().waitFor();
    }
    await board.picture("plugins-phone-refused");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("region", { name: "Deploys" }).getByText("Examples").click();
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.picture("plugins-phone");
    expect(await graveViolations(board)).toEqual([]);
  });
});
