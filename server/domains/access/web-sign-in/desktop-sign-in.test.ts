import { expect, it } from "vitest";
import { desktopSignIns } from "./desktop-sign-in.ts";
import { desktopSignInMs } from "./rules.ts";

const browser = "The Signalbox app";

function bed() {
  const clock = { at: 1_000, now: () => clock.at };
  return { clock, signIns: desktopSignIns({ clock }) };
}

it("signs in only the window that started it, once", () => {
  const { signIns } = bed();
  const mine = signIns.begin({ returnTo: "/sessions/3", browser });
  const other = signIns.begin({ returnTo: "/", browser });
  const opened = signIns.openTicket(mine.ticket);
  expect([signIns.browserNumber(opened), signIns.windowNumber(mine.window)]).toEqual([
    mine.number,
    mine.number,
  ]);
  expect(mine.number).toMatch(/^\d{4}$/);
  expect(signIns.claim(mine.window)).toBeNull();
  signIns.complete(opened, () => "token");
  expect(signIns.claim(other.window)).toBeNull();
  expect(signIns.claim(mine.window)).toEqual({ token: "token", returnTo: "/sessions/3" });
  expect(() => signIns.claim(mine.window)).toThrow(/expired/);
});

it("accepts a ticket and a browser's return once each, and no secret in place of another", () => {
  const { signIns } = bed();
  const { window, ticket } = signIns.begin({ returnTo: "/", browser });
  for (const wrong of ["", "guess", window]) expect(() => signIns.openTicket(wrong)).toThrow(/expired/);
  const opened = signIns.openTicket(ticket);
  expect(() => signIns.openTicket(ticket)).toThrow();
  for (const wrong of [ticket, opened]) expect(() => signIns.claim(wrong)).toThrow();
  for (const wrong of [ticket, window]) expect(() => signIns.complete(wrong, () => "token")).toThrow();
  signIns.complete(opened, () => "token");
  expect(() => signIns.complete(opened, () => "other")).toThrow();
  expect(signIns.claim(window)).toMatchObject({ token: "token" });
});

it("expires after five minutes at every step", () => {
  const { clock, signIns } = bed();
  const { window, ticket } = signIns.begin({ returnTo: "/", browser });
  const other = signIns.begin({ returnTo: "/", browser });
  const opened = signIns.openTicket(other.ticket);
  signIns.complete(opened, () => "token");
  clock.at += desktopSignInMs;
  expect(desktopSignInMs).toBe(300_000);
  expect(() => signIns.openTicket(ticket)).toThrow();
  for (const waiting of [window, other.window]) expect(() => signIns.claim(waiting)).toThrow();
});
