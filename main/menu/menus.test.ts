import { describe, expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";
import { applicationMenu } from "./application-menu.ts";
import { contextMenu } from "./context-menu.ts";

const none = (): void => {};
const actions = {
  newSession: none,
  newFromClipboard: none,
  openSettings: none,
  openInBrowser: none,
  copySignInLink: none,
  checkForUpdates: none,
  openLogs: none,
};

describe("applicationMenu", () => {
  it("starts with the app menu on macOS only", () => {
    const first = (isMac: boolean) => applicationMenu(actions, { isMac, hasDevTools: false })[0]?.label;

    expect([first(true), first(false)]).toEqual(["Signalbox", "File"]);
  });

  it.each([true, false])("has settings and updates once each (macOS: %s)", (isMac) => {
    const labels = JSON.stringify(applicationMenu(actions, { isMac, hasDevTools: false }));

    expect(labels.match(/Settings…|Check for Updates…/g)).toHaveLength(2);
  });

  it("offers developer tools only in a checkout", () => {
    const menu = (hasDevTools: boolean) =>
      JSON.stringify(applicationMenu(actions, { isMac: false, hasDevTools }));

    expect([menu(true).includes("toggleDevTools"), menu(false).includes("toggleDevTools")]).toEqual([
      true,
      false,
    ]);
  });
});

describe("contextMenu", () => {
  it.each([
    ["editing in a field", { isEditable: true, selectionText: "" }, ["cut", "copy", "paste", "selectAll"]],
    ["copying from text", { isEditable: false, selectionText: "abc" }, ["copy"]],
    ["nothing elsewhere", { isEditable: false, selectionText: " " }, []],
  ])("offers %s", (_title, place, roles) => {
    expect(contextMenu(place).map(({ role }) => role)).toEqual(roles);
  });
});

it("starts a session, opens the log folder and copies a sign-in link from the application's menu", async () => {
  using shell = shellUnderTest();
  await shell.run();
  const items = shell.fake.menu.flatMap(({ submenu }) => submenu ?? []);
  items.find(({ label }) => label === "New Session")?.click?.();
  items.find(({ label }) => label === "Open Log Folder")?.click?.();
  items.find(({ label }) => label === "Copy Sign-In Link")?.click?.();

  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/new`);
  expect(shell.fake.opened).toEqual([`${shell.folder}/logs`]);
  expect(shell.fake.clipboardText).toMatch(/\/sign-in#code=/);
});
