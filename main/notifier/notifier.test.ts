import { expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

const told = { title: "Greeter", body: "Look at the plan", url: "/sessions/7", tag: "notification-1" };

it("shows what came and opens the very session on a click", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(told);
  const [notification] = shell.fake.notifications;
  expect(notification).toMatchObject({
    options: { title: "Greeter", body: "Look at the plan" },
    isShown: true,
  });
  shell.fake.window.hide();
  notification?.emit("click");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);
  expect(shell.fake.window.isHidden).toBe(false);
});

it("puts the newer one in the place of the older with the same tag", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(told);
  shell.service.announce({ ...told, body: "Look again" });
  shell.service.announce({ ...told, tag: "notification-2" });
  expect(shell.fake.notifications.map(({ isShown }) => isShown)).toEqual([false, true, true]);
});

it("says nothing while the person looks at the window, or where the desktop shows none", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.focused = shell.fake.window;
  shell.service.announce(told);
  shell.fake.focused = null;
  shell.fake.showsNotifications = false;
  shell.service.announce(told);
  expect(shell.fake.notifications).toEqual([]);
});

it("takes its notifications along when it ends", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(told);
  shell.signal("SIGTERM");
  await shell.fake.exited;
  expect(shell.fake.notifications.map(({ isShown }) => isShown)).toEqual([false]);
  expect(shell.service.listenerCount()).toBe(0);
});

it.each(["darwin", "win32"] as const)("takes an answer to a session at rest, on %s", async (platform) => {
  using shell = shellUnderTest({ platform });
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
  shell.service.announce(told);
  shell.service.announce({ ...told, url: "/sessions/8", tag: "notification-2" });
  const [asking, other] = shell.fake.notifications;
  expect([asking?.options.hasReply, other?.options.hasReply]).toEqual([true, undefined]);
  asking?.emit("reply", { reply: "Go on" });
  asking?.emit("reply", { reply: "  " });
  expect(shell.service.asked).toEqual(["reply 7 Go on"]);
});

it("says why an answer was not taken, and leads to the session", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
  shell.service.announce(told);
  shell.service.refusal = new Error("The session is in the trash");
  shell.fake.notifications[0]?.emit("reply", { reply: "Go on" });
  await expect.poll(() => shell.fake.notifications).toHaveLength(2);
  const [, sorry] = shell.fake.notifications;
  expect(sorry?.options.body).toBe("Your answer was not sent: The session is in the trash");
  sorry?.emit("click");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);
});

it("offers no field where the desktop has none", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
  shell.service.announce(told);
  expect(shell.fake.notifications[0]?.options).not.toHaveProperty("hasReply");
});
