import { expect, it, onTestFinished } from "vitest";
import { shellUnderTest } from "../../test/support/shell.ts";

/** A running app whose dialogs stay open until a test presses a button. */
async function openShell() {
  const shell = shellUnderTest();
  onTestFinished(() => shell[Symbol.dispose]());
  await shell.run();
  shell.fake.holdsDialogs = true;
  const { dialogs } = shell.fake;
  const shown = (count: number) => expect.poll(() => dialogs).toHaveLength(count);
  const settled = (...answers: [string, string][]) =>
    expect.poll(() => shell.service.settled).toEqual(answers);
  return { ...shell, dialogs, shown, settled };
}

it("asks over the window, which it brings to the front, with Cancel as the default", async () => {
  const { fake, service, dialogs, shown, settled } = await openShell();
  fake.window.hide();
  service.askToConfirm("abcd", "Create the API key “laptop”");
  await shown(1);

  expect(service.asksInDialog).toBe(true);
  expect(dialogs[0]).toMatchObject({
    parent: fake.window,
    options: {
      message: "Create the API key “laptop”?",
      detail: expect.stringContaining("abcd"),
      buttons: ["Cancel", "Confirm"],
      defaultId: 0,
      cancelId: 0,
    },
  });
  expect(fake.window.isHidden).toBe(false);
  dialogs[0]?.press(1);
  await settled(["abcd", "confirmed"]);
});

it("denies what the person cancels", async () => {
  const { service, dialogs, shown, settled } = await openShell();
  service.askToConfirm("abcd", "Create a key");
  await shown(1);
  dialogs[0]?.press(0);
  await settled(["abcd", "denied"]);
});

it("asks one question at a time, and skips those that are over by then", async () => {
  const { fake, service, dialogs, shown, settled } = await openShell();
  service.askToConfirm("one", "First");
  service.askToConfirm("two", "Second").abort();
  service.askToConfirm("three", "Third");
  await shown(1);
  dialogs[0]?.press(1);
  await shown(2);
  expect(fake.questions).toEqual(["First?", "Third?"]);
  dialogs[1]?.press(0);
  await settled(["one", "confirmed"], ["three", "denied"]);
});

it("closes the dialog of a question that is over, without an answer", async () => {
  const { service, dialogs, shown, settled } = await openShell();
  const over = service.askToConfirm("one", "First");
  service.askToConfirm("two", "Second");
  await shown(1);
  over.abort();
  await shown(2);
  dialogs[1]?.press(1);
  await settled(["two", "confirmed"]);
});

it("goes on after a dialog that could not be shown", async () => {
  const { fake, service, dialogs, shown, settled } = await openShell();
  fake.dialogFailure = new Error("no display");
  service.askToConfirm("one", "First");
  await shown(1);
  fake.dialogFailure = null;
  service.askToConfirm("two", "Second");
  await shown(2);
  dialogs[1]?.press(1);
  await settled(["two", "confirmed"]);
});

it("asks without a window if there is none", async () => {
  const { fake, service, dialogs, shown, settled } = await openShell();
  fake.window.destroyed = true;
  service.askToConfirm("one", "First");
  await shown(1);
  expect(dialogs[0]?.parent).toBeNull();
  dialogs[0]?.press(1);
  await settled(["one", "confirmed"]);
});

it("closes its dialog when the app ends, and answers nothing", async () => {
  const { fake, service, dialogs, shown, signal } = await openShell();
  service.askToConfirm("one", "First");
  await shown(1);
  signal("SIGTERM");
  await fake.exited;
  expect(dialogs[0]?.options.signal?.aborted).toBe(true);
  expect(service.settled).toEqual([]);
  expect(service.listenerCount()).toBe(0);
});
