import { expect, it } from "vitest";
import { boardUrl, shellUnderTest } from "../../test/support/shell.ts";

const announcement = {
  title: "Greeter",
  body: "Look at the plan",
  url: "/sessions/7",
  tag: "notification-1",
};

it("shows an announcement and opens its session on a click", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(announcement);
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

it("replaces an older notification with the same tag", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(announcement);
  shell.service.announce({ ...announcement, body: "Look again" });
  shell.service.announce({ ...announcement, tag: "notification-2" });
  expect(shell.fake.notifications.map(({ isShown }) => isShown)).toEqual([false, true, true]);
});

it("is silent while the window has the focus, or if the desktop does not support notifications", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.fake.focused = shell.fake.window;
  shell.service.announce(announcement);
  shell.fake.focused = null;
  shell.fake.showsNotifications = false;
  shell.service.announce(announcement);
  expect(shell.fake.notifications).toEqual([]);
});

it("closes its notifications when it ends", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.announce(announcement);
  shell.signal("SIGTERM");
  await shell.fake.exited;
  expect(shell.fake.notifications.map(({ isShown }) => isShown)).toEqual([false]);
  expect(shell.service.listenerCount()).toBe(0);
});

it.each(["darwin", "win32"] as const)(
  "sends a reply to a session that needs input, on %s",
  async (platform) => {
    using shell = shellUnderTest({ platform });
    await shell.run();
    shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
    shell.service.announce(announcement);
    shell.service.announce({ ...announcement, url: "/sessions/8", tag: "notification-2" });
    const [asking, other] = shell.fake.notifications;
    expect([asking?.options.hasReply, other?.options.hasReply]).toEqual([true, undefined]);
    asking?.emit("reply", { reply: "Go on" });
    asking?.emit("reply", { reply: "  " });
    expect(shell.service.asked).toEqual(["reply 7 Go on"]);
  },
);

it("says why a reply was not sent, and opens the session on a click", async () => {
  using shell = shellUnderTest({ platform: "darwin" });
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
  shell.service.announce(announcement);
  shell.service.refusal = new Error("The session is in the trash");
  shell.fake.notifications[0]?.emit("reply", { reply: "Go on" });
  await expect.poll(() => shell.fake.notifications).toHaveLength(2);
  const [, sorry] = shell.fake.notifications;
  expect(sorry?.options.body).toBe("Your reply was not sent: The session is in the trash");
  sorry?.emit("click");
  expect(shell.fake.window.webContents.url).toBe(`${boardUrl}/sessions/7`);
});

it("offers no reply field if the desktop does not support one", async () => {
  using shell = shellUnderTest();
  await shell.run();
  shell.service.change({ needsInput: 1, needingInput: [{ id: 7, title: "Greeter" }] });
  shell.service.announce(announcement);
  expect(shell.fake.notifications[0]?.options).not.toHaveProperty("hasReply");
});
