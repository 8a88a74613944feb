import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { cookiesOf } from "../../../http/cookies.ts";
import { type Arrival, arrivals } from "./device-sign-ins.ts";
import { arrivalMs } from "./rules.ts";

const arrival: Arrival = {
  consent: { person: { email: "ana@here.test", name: "Ana" }, privilege: "relay_only" },
  name: "Phone",
  browser: "Chrome on Android",
  address: "/oauth/authorize?state=1",
  pending: { issuer: "https://192.168.1.20:3443", state: "1", verifier: "v" },
};

/** A device whose code was right, and what its browser asks from then on. */
function bed() {
  const clock = { at: 1_000, now: () => clock.at };
  const desk = arrivals({ cookies: cookiesOf("secret"), clock });
  let cookie = "";
  const response = {
    cookie: (name: string, value: string) => void (cookie = `${name}=${value}`),
    clearCookie: () => undefined,
  } as unknown as Response;
  desk.begin(response, arrival);
  const asks = (originalUrl: string, sent = cookie) =>
    ({ originalUrl, headers: { cookie: sent } }) as unknown as Request;
  return { clock, desk, asks, response };
}

it("lets the browser of the code make its one request, once", () => {
  const { desk, asks } = bed();
  expect(desk.visitor(asks(arrival.address))).toEqual({
    person: arrival.consent.person,
    agreed: { privilege: "relay_only", label: "Phone" },
    issuer: "https://192.168.1.20:3443",
  });
  expect(desk.visitor(asks(arrival.address))).toBeNull();
});

it.each([
  ["another request", `${arrival.address}&redirect_uri=x`, undefined],
  ["no cookie", arrival.address, ""],
  ["a guessed cookie", arrival.address, "signalbox_x_pairing=guess"],
])("agrees to nothing for %s", (_title, address, cookie) => {
  const { desk, asks } = bed();
  expect(desk.visitor(asks(address, cookie))).toBeNull();
});

it("comes back once, and only from a request that was agreed to", () => {
  const early = bed();
  expect(early.desk.finish(early.asks("/pair/callback"), early.response)).toBeNull();
  const { desk, asks, response } = bed();
  desk.visitor(asks(arrival.address));
  expect(desk.finish(asks("/pair/callback"), response)).toMatchObject({ name: "Phone" });
  expect(desk.finish(asks("/pair/callback"), response)).toBeNull();
});

it("has two minutes for it", () => {
  const { clock, desk, asks, response } = bed();
  desk.visitor(asks(arrival.address));
  clock.at += arrivalMs;
  expect(desk.finish(asks("/pair/callback"), response)).toBeNull();
});
