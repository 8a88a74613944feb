import { expect, it } from "vitest";
import { desktopSignIns } from "./desktop-sign-in.ts";
import { desktopSignInMs } from "./rules.ts";

function bed() {
  const clock = { at: 1_000, now: () => clock.at };
  return { clock, signIns: desktopSignIns({ clock }) };
}

it("signs in only the window that started it, once", () => {
  const { signIns } = bed();
  const mine = signIns.begin("/sessions/3");
  const other = signIns.begin("/");
  const browser = signIns.openTicket(mine.ticket);
  expect([signIns.browserNumber(browser), signIns.windowNumber(mine.window)]).toEqual([
    mine.number,
    mine.number,
  ]);
  expect(mine.number).toMatch(/^\d{4}$/);
  expect(signIns.claim(mine.window)).toBeNull();
  signIns.complete(browser, 7);
  expect(signIns.claim(other.window)).toBeNull();
  expect(signIns.claim(mine.window)).toEqual({ accountId: 7, returnTo: "/sessions/3" });
  expect(() => signIns.claim(mine.window)).toThrow(/expired/);
});

it("accepts a ticket and a browser's return once each, and no secret in place of another", () => {
  const { signIns } = bed();
  const { window, ticket } = signIns.begin("/");
  for (const wrong of ["", "guess", window]) expect(() => signIns.openTicket(wrong)).toThrow(/expired/);
  const browser = signIns.openTicket(ticket);
  expect(() => signIns.openTicket(ticket)).toThrow();
  for (const wrong of [ticket, browser]) expect(() => signIns.claim(wrong)).toThrow();
  for (const wrong of [ticket, window]) expect(() => signIns.complete(wrong, 7)).toThrow();
  signIns.complete(browser, 7);
  expect(() => signIns.complete(browser, 8)).toThrow();
  expect(signIns.claim(window)).toMatchObject({ accountId: 7 });
});

it("expires after five minutes at every step", () => {
  const { clock, signIns } = bed();
  const { window, ticket } = signIns.begin("/");
  const other = signIns.begin("/");
  const browser = signIns.openTicket(other.ticket);
  signIns.complete(browser, 7);
  clock.at += desktopSignInMs;
  expect(desktopSignInMs).toBe(300_000);
  expect(() => signIns.openTicket(ticket)).toThrow();
  for (const waiting of [window, other.window]) expect(() => signIns.claim(waiting)).toThrow();
});
