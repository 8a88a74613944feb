import { afterAll, beforeAll, expect, test } from "vitest";
import { authorizeUrl, confirmationOn, formBrowser, registerClient } from "../support/oauth.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let clientId: string;

beforeAll(async () => {
  service = await startTestService();
  clientId = await registerClient(service, { client_name: "Night train" });
});
afterAll(() => service[Symbol.asyncDispose]());

const approve = { decision: "approve", privilege: "act_as_human", label: "Mine" };

/** Approves a client that acts as the person. Returns the page that asks for the confirmation. */
async function ask() {
  const browser = formBrowser(service);
  const page = await (await browser.open(authorizeUrl(service, clientId).url)).text();
  const answer = await browser.submitUnconfirmed(page, approve);
  const question = await answer.text();
  const id = confirmationOn(question) ?? "";
  expect([answer.status, question]).toEqual([409, expect.stringContaining(`signalbox confirm ${id}`)]);
  expect(question).toContain("Connect “Night train” and let it act as you");
  const goOn = (label = approve.label) =>
    browser.submitUnconfirmed(question.replace(`value="${approve.label}"`, `value="${label}"`), {
      decision: "approve",
    });
  return { id, goOn };
}

test("a client acts as the person only after a confirmation outside the page, once", async () => {
  const { id, goOn } = await ask();
  expect(await (await goOn()).text()).toContain("You have not confirmed this yet.");
  service.service.settleConfirmation(id, "confirmed");
  expect((await goOn("Another")).status).toBe(409);
  const back = await goOn();
  expect(back.headers.get("location")).toMatch(/[?&]code=/);
  expect((await goOn()).status).toBe(409);
});

test("a denied one is not connected, and one that only relays needs no confirmation", async () => {
  const { id, goOn } = await ask();
  service.service.settleConfirmation(id, "denied");
  expect((await goOn()).status).toBe(403);
  const browser = formBrowser(service);
  const page = await (await browser.open(authorizeUrl(service, clientId).url)).text();
  const back = await browser.submitUnconfirmed(page, { ...approve, privilege: "relay_only" });
  expect(back.headers.get("location")).toMatch(/[?&]code=/);
});
