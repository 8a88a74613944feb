import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { boardDoor } from "./board-door.ts";
import type { Caller } from "./model.ts";

const door = boardDoor({ secret: "of this folder", openOnLan: false });

/** What the door reads of a request. */
const from = (headers: Record<string, string>, remoteAddress = "127.0.0.1"): Request =>
  ({
    headers: { host: "127.0.0.1:3000", ...headers },
    socket: { remoteAddress },
    secure: false,
  }) as unknown as Request;

function cookieOf(giver = door): { cookie: string; options: unknown } {
  const given: { cookie: string; options: unknown }[] = [];
  const response = {
    cookie: (name: string, value: string, options: unknown) =>
      given.push({ cookie: `${name}=${value}`, options }),
  } as unknown as Response;
  giver.welcome(from({}), response);
  const [first] = given;
  if (!first) throw new Error("No cookie was given");
  return first;
}

const enter = (headers: Record<string, string>, callers: readonly Caller[] = ["api"]) =>
  door.authenticate(from(headers), callers);

describe("the board's door", () => {
  it("gives a cookie that scripts and other sites cannot reach", () => {
    expect(cookieOf().options).toMatchObject({ httpOnly: true, sameSite: "strict", path: "/" });
  });

  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin" }],
    ["a client that sends no fetch metadata", {}],
  ])("lets in %s with its cookie", (_title, headers) => {
    expect(enter({ cookie: `other=1; ${cookieOf().cookie}; last=2`, ...headers })).toEqual({ kind: "board" });
  });

  it.each([
    ["without a cookie", {}],
    ["with another cookie of that name", { cookie: `${cookieOf().cookie.split("=")[0]}=guess` }],
    ["with an empty one", { cookie: `${cookieOf().cookie.split("=")[0]}=` }],
    [
      "with the right value under another name",
      { cookie: cookieOf().cookie.replace("signalbox", "signaldoor") },
    ],
    ["from a page of another site", { cookie: cookieOf().cookie, "sec-fetch-site": "cross-site" }],
    ["from another port of this machine", { cookie: cookieOf().cookie, "sec-fetch-site": "same-site" }],
    ["typed into the address bar", { cookie: cookieOf().cookie, "sec-fetch-site": "none" }],
    [
      "with the cookie of another data folder",
      { cookie: cookieOf(boardDoor({ secret: "of another folder", openOnLan: false })).cookie },
    ],
  ])("refuses a request %s", (_title, headers) => {
    expect(() => enter(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each<[Caller, boolean]>([
    ["api", true],
    ["native", true],
    ["human", true],
    ["board", true],
    ["anyone", true],
    ["quick_router", false],
    ["external_app", false],
    ["mcp", false],
  ])("opens operations for %s: %s", (caller, opens) => {
    const attempt = () => enter({ cookie: cookieOf().cookie }, [caller]);
    if (opens) expect(attempt()).toEqual({ kind: "board" });
    else expect(attempt).toThrow(expect.objectContaining({ status: 403 }));
  });

  it("answers on this machine alone, the cookie notwithstanding", () => {
    const { cookie } = cookieOf();
    const far = from({ cookie }, "192.168.1.20");
    expect(() => door.authenticate(far, ["api"])).toThrow(/this machine only/);
    expect(() => door.welcome(far, {} as Response)).toThrow(/this machine only/);
  });

  it.each([
    ["named as the owner's public host", { host: "board.example" }],
    ["forwarded by a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["forwarded by a proxy that follows the standard", { forwarded: "for=203.0.113.9" }],
    ["forwarded by a proxy that names the visitor alone", { "x-real-ip": "203.0.113.9" }],
  ])("does not take a visitor for the person at the screen: %s", (_title, headers) => {
    const visitor = from({ cookie: cookieOf().cookie, ...headers });
    expect(() => door.welcome(visitor, {} as Response)).toThrow(/this machine only/);
    expect(() => door.authenticate(visitor, ["api"])).toThrow(/this machine only/);
  });

  it("answers on the network where the owner asked for that", () => {
    const open = boardDoor({ secret: "of this folder", openOnLan: true });
    expect(open.authenticate(from({ cookie: cookieOf(open).cookie }, "192.168.1.20"), ["api"])).toEqual({
      kind: "board",
    });
  });
});
