import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { type BrowserAuthenticator, boardAuth } from "./board-auth.ts";
import type { Caller } from "./model.ts";

const noBrowsers: BrowserAuthenticator = { withCookie: () => null, fromPage: () => null };
const settings = { secret: "of this folder", openTo: "machine", browsers: noBrowsers } as const;
/** The board of an owner who opened it to every program on the machine. */
const door = boardAuth(settings);

/** The parts of a request that authentication reads. */
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

describe("authentication on a board that is open to this machine", () => {
  it("sets a cookie that scripts and other sites cannot read", () => {
    expect(cookieOf().options).toMatchObject({ httpOnly: true, sameSite: "strict", path: "/" });
  });

  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin" }],
    ["a client that sends no fetch metadata", {}],
  ])("accepts %s with its cookie", (_title, headers) => {
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
      { cookie: cookieOf(boardAuth({ ...settings, secret: "of another folder" })).cookie },
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
  ])("allows operations for %s: %s", (caller, opens) => {
    const attempt = () => enter({ cookie: cookieOf().cookie }, [caller]);
    if (opens) expect(attempt()).toEqual({ kind: "board" });
    else expect(attempt).toThrow(expect.objectContaining({ status: 403 }));
  });

  it("works only on this machine, even with the cookie", () => {
    const { cookie } = cookieOf();
    const far = from({ cookie }, "192.168.1.20");
    expect(() => door.authenticate(far, ["api"])).toThrow(/this machine only/);
    expect(() => door.welcome(far, {} as Response)).toThrow(/this machine only/);
    expect(door.signedIn(from({ cookie }))).toBeNull();
  });

  it.each([
    ["named as the owner's public host", { host: "board.example" }],
    ["forwarded by a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["forwarded by a proxy that follows the standard", { forwarded: "for=203.0.113.9" }],
    ["forwarded by a proxy that names the visitor alone", { "x-real-ip": "203.0.113.9" }],
    ["forwarded by a proxy that names its host alone", { "x-forwarded-host": "board.example" }],
    ["forwarded by a proxy that names itself alone", { via: "1.1 tunnel" }],
  ])("does not mistake a visitor for the person at the machine: %s", (_title, headers) => {
    const visitor = from({ cookie: cookieOf().cookie, ...headers });
    expect(() => door.welcome(visitor, {} as Response)).toThrow(/this machine only/);
    expect(() => door.authenticate(visitor, ["api"])).toThrow(/this machine only/);
  });

  it("works from the network if the owner allowed it", () => {
    const open = boardAuth({ ...settings, openTo: "network" });
    expect(open.authenticate(from({ cookie: cookieOf(open).cookie }, "192.168.1.20"), ["api"])).toEqual({
      kind: "board",
    });
  });
});

describe("authentication with a launch link", () => {
  const signedIn = (from: Partial<BrowserAuthenticator>) =>
    boardAuth({ ...settings, openTo: "nobody", browsers: { ...noBrowsers, ...from } });
  const inPage = signedIn({ withCookie: () => 4, fromPage: () => 4 });
  const cookieOnly = signedIn({ withCookie: () => 4 });

  it("names the browser that the owner signed in", () => {
    expect(inPage.authenticate(from({}), ["api"])).toEqual({ kind: "board", browserId: 4 });
    expect(inPage.welcome(from({}), {} as Response)).toBe(true);
    expect(inPage.usesLaunchLinks).toBe(true);
  });

  it.each([
    ["a program without a sign-in", signedIn({})],
    ["a server on another port that was sent the cookie", cookieOnly],
  ])("gives %s nothing", (_title, auth) => {
    expect(() => auth.authenticate(from({}), ["api"])).toThrow(expect.objectContaining({ status: 401 }));
    expect(() => auth.authenticate(from({}), ["anyone"])).toThrow(expect.objectContaining({ status: 401 }));
  });

  it("redirects a page to the sign-in and back, and sets no cookie", () => {
    const sent: unknown[] = [];
    const response = { redirect: (...where: unknown[]) => void sent.push(where) } as unknown as Response;
    const request = Object.assign(from({}), { originalUrl: "/settings/keys" });
    expect(signedIn({}).welcome(request, response)).toBe(false);
    expect(sent).toEqual([[303, "/sign-in?return_to=%2Fsettings%2Fkeys"]]);
    expect(signedIn({}).mayLoad(request)).toBe(false);
    expect(cookieOnly.mayLoad(request)).toBe(true);
  });

  it("works only on this machine", () => {
    const far = from({}, "192.168.1.20");
    expect(() => inPage.authenticate(far, ["api"])).toThrow(/this machine only/);
    expect(() => inPage.welcome(far, {} as Response)).toThrow(/this machine only/);
  });

  it("refuses a page of another site", () => {
    const attempt = () => inPage.authenticate(from({ "sec-fetch-site": "same-site" }), ["api"]);
    expect(attempt).toThrow(expect.objectContaining({ status: 403 }));
  });
});

describe("authentication with web sign-in", () => {
  const person = { email: "alice@corp.test", name: "Alice" };
  const doorFor = (who: typeof person | null, missing: readonly string[] = []) =>
    boardAuth({ ...settings, signIns: { personOf: () => who, fromPage: () => who, missing } });

  it("gives people whose cookie alone arrives the page, and nothing of the board's", () => {
    const signIns = { personOf: () => person, fromPage: () => null, missing: [] };
    const auth = boardAuth({ ...settings, signIns });
    expect(auth.welcome(from({}), {} as Response)).toBe(true);
    expect(() => auth.authenticate(from({}), ["api"])).toThrow(expect.objectContaining({ status: 401 }));
  });

  it("accepts and names people who signed in, wherever they connect from", () => {
    const far = from({ host: "board.example", "x-forwarded-for": "203.0.113.9" }, "203.0.113.1");
    expect(doorFor(person).authenticate(far, ["api"])).toEqual({ kind: "board", person });
    expect(doorFor(person).welcome(far, {} as Response)).toBe(true);
    expect(doorFor(person).signedIn(far)).toEqual(person);
  });

  it("does not accept the cookie of this machine as a sign-in", () => {
    const here = from({ cookie: cookieOf().cookie });
    expect(() => doorFor(null).authenticate(here, ["api"])).toThrow(expect.objectContaining({ status: 401 }));
    expect(doorFor(null).signedIn(here)).toBeNull();
  });

  it("redirects a visitor's page to the sign-in and back", () => {
    const sent: unknown[] = [];
    const response = { redirect: (...where: unknown[]) => void sent.push(where) } as unknown as Response;
    const request = Object.assign(from({}), { originalUrl: "/sessions/3?panel=goal" });
    expect(doorFor(null).welcome(request, response)).toBe(false);
    expect(sent).toEqual([[303, "/sign-in?return_to=%2Fsessions%2F3%3Fpanel%3Dgoal"]]);
  });

  it("reports which settings are missing for sign-in", () => {
    const attempt = () => doorFor(null, ["A_SETTING", "ANOTHER"]).authenticate(from({}), ["api"]);
    expect(attempt).toThrow(
      expect.objectContaining({
        status: 401,
        messages: [expect.stringContaining("A_SETTING"), expect.stringContaining("ANOTHER")],
      }),
    );
  });

  it("refuses requests from another site, whoever is signed in", () => {
    const attempt = () => doorFor(person).authenticate(from({ "sec-fetch-site": "cross-site" }), ["api"]);
    expect(attempt).toThrow(expect.objectContaining({ status: 403 }));
  });
});

describe("authentication in the local network", () => {
  const device = (actsAsHuman: boolean) => ({
    kind: "native" as const,
    grantId: 7,
    clientName: "Phone",
    person: { email: "ana@corp.test", name: "Ana" },
    actsAsHuman,
  });
  const doorFor = (found: ReturnType<typeof device> | null) =>
    boardAuth({ ...settings, devices: { actorOf: () => found, fromPage: () => found } });
  const overTls = (method = "GET"): Request =>
    Object.assign(from({ cookie: cookieOf().cookie }), {
      method,
      secure: true,
      socket: { remoteAddress: "127.0.0.1", encrypted: true },
    }) as unknown as Request;

  it("redirects to the pairing page without a paired device, even the person at the machine", () => {
    const sent: unknown[] = [];
    const response = { redirect: (...where: unknown[]) => void sent.push(where) } as unknown as Response;
    expect(doorFor(null).welcome(overTls(), response)).toBe(false);
    expect(sent).toEqual([[303, "/pair"]]);
    expect(doorFor(null).mayLoad(overTls())).toBe(false);
    const attempt = () => doorFor(null).authenticate(overTls(), ["api"]);
    expect(attempt).toThrow(expect.objectContaining({ status: 401 }));
  });

  it("treats a device as the person who paired it", () => {
    const door = doorFor(device(true));
    expect(door.welcome(overTls(), {} as Response)).toBe(true);
    expect(door.mayLoad(overTls())).toBe(true);
    expect(door.signedIn(overTls())).toEqual({ email: "ana@corp.test", name: "Ana" });
    expect(door.authenticate(overTls("DELETE"), ["human"])).toEqual(device(true));
  });

  it.each<[string, Caller, boolean]>([
    ["POST", "api", true],
    ["POST", "native", true],
    ["GET", "board", true],
    ["POST", "board", false],
    ["GET", "human", false],
    ["DELETE", "human", false],
  ])("allows a device that only relays to %s operations for %s: %s", (method, caller, opens) => {
    const attempt = () => doorFor(device(false)).authenticate(overTls(method), [caller]);
    if (opens) expect(attempt()).toEqual(device(false));
    else expect(attempt).toThrow(expect.objectContaining({ status: 403 }));
  });

  it("recognizes no device on the loopback listener", () => {
    const attempt = () => doorFor(device(true)).authenticate(from({}), ["api"]);
    expect(attempt).toThrow(/Open the board's page first/);
  });
});
