import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { cookiesOf } from "../../../http/cookies.ts";
import { type DeviceSignIn, deviceSignIns } from "./device-sign-ins.ts";
import { deviceSignInMs } from "./rules.ts";

const signIn: DeviceSignIn = {
  consent: { person: { email: "ana@here.test", name: "Ana" }, privilege: "relay_only", through: null },
  name: "Phone",
  browser: "Chrome on Android",
  address: "/oauth/authorize?state=1",
  pending: { issuer: "https://192.168.1.20:3443", state: "1", verifier: "v" },
};

/** A device that entered a correct code, and the requests its browser makes from then on. */
function bed() {
  const clock = { at: 1_000, now: () => clock.at };
  const signIns = deviceSignIns({ cookies: cookiesOf("secret"), clock });
  let cookie = "";
  const response = {
    cookie: (name: string, value: string) => void (cookie = `${name}=${value}`),
    clearCookie: () => undefined,
  } as unknown as Response;
  signIns.begin(response, signIn);
  const requestTo = (originalUrl: string, sent = cookie) =>
    ({ originalUrl, headers: { cookie: sent } }) as unknown as Request;
  return { clock, signIns, requestTo, response };
}

it("approves one request of the browser that entered the code, once", () => {
  const { signIns, requestTo } = bed();
  expect(signIns.approver(requestTo(signIn.address))).toEqual({
    person: signIn.consent.person,
    through: null,
    preapproved: { privilege: "relay_only", label: "Phone" },
    issuer: "https://192.168.1.20:3443",
  });
  expect(signIns.approver(requestTo(signIn.address))).toBeNull();
});

it.each([
  ["another request", `${signIn.address}&redirect_uri=x`, undefined],
  ["no cookie", signIn.address, ""],
  ["a guessed cookie", signIn.address, "signalbox_x_pairing=guess"],
])("approves nothing for %s", (_title, address, cookie) => {
  const { signIns, requestTo } = bed();
  expect(signIns.approver(requestTo(address, cookie))).toBeNull();
});

it("finishes once, and only after its request was approved", () => {
  const early = bed();
  expect(early.signIns.finish(early.requestTo("/pair/callback"), early.response)).toBeNull();
  const { signIns, requestTo, response } = bed();
  signIns.approver(requestTo(signIn.address));
  expect(signIns.finish(requestTo("/pair/callback"), response)).toMatchObject({ name: "Phone" });
  expect(signIns.finish(requestTo("/pair/callback"), response)).toBeNull();
});

it("expires after two minutes", () => {
  const { clock, signIns, requestTo, response } = bed();
  signIns.approver(requestTo(signIn.address));
  clock.at += deviceSignInMs;
  expect(signIns.finish(requestTo("/pair/callback"), response)).toBeNull();
});
