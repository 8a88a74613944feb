import { expect, it } from "vitest";
import { desktopSignIns } from "./desktop-sign-in.ts";
import { handOverMs } from "./rules.ts";

function bed() {
  const clock = { at: 1_000, now: () => clock.at };
  return { clock, desk: desktopSignIns({ clock }) };
}

it("signs the window in that began it, once, and no other", () => {
  const { desk } = bed();
  const mine = desk.begin("/sessions/3");
  const other = desk.begin("/");
  const browser = desk.follow(mine.ticket);
  expect([desk.numberFor(browser), desk.numberOf(mine.window)]).toEqual([mine.number, mine.number]);
  expect(mine.number).toMatch(/^\d{4}$/);
  expect(desk.claim(mine.window)).toBeNull();
  desk.fulfil(browser, 7);
  expect(desk.claim(other.window)).toBeNull();
  expect(desk.claim(mine.window)).toEqual({ accountId: 7, returnTo: "/sessions/3" });
  expect(() => desk.claim(mine.window)).toThrow(/took too long/);
});

it("takes a ticket and a browser's return once each, and none of the secrets for another", () => {
  const { desk } = bed();
  const { window, ticket } = desk.begin("/");
  for (const wrong of ["", "guess", window]) expect(() => desk.follow(wrong)).toThrow(/took too long/);
  const browser = desk.follow(ticket);
  expect(() => desk.follow(ticket)).toThrow();
  for (const wrong of [ticket, browser]) expect(() => desk.claim(wrong)).toThrow();
  for (const wrong of [ticket, window]) expect(() => desk.fulfil(wrong, 7)).toThrow();
  desk.fulfil(browser, 7);
  expect(() => desk.fulfil(browser, 8)).toThrow();
  expect(desk.claim(window)).toMatchObject({ accountId: 7 });
});

it("is over after five minutes, at whatever step it is", () => {
  const { clock, desk } = bed();
  const { window, ticket } = desk.begin("/");
  const other = desk.begin("/");
  const browser = desk.follow(other.ticket);
  desk.fulfil(browser, 7);
  clock.at += handOverMs;
  expect(handOverMs).toBe(300_000);
  expect(() => desk.follow(ticket)).toThrow();
  for (const waiting of [window, other.window]) expect(() => desk.claim(waiting)).toThrow();
});
