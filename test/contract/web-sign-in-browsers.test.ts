import { describe, expect, test } from "vitest";
import { followEvents } from "../support/event-stream.ts";
import { createSession } from "../support/sessions.ts";
import { authenticatorOf, comeFromProvider, enrol, visitor } from "../support/sign-in.ts";
import { headingOf, useSignInService } from "../support/sign-in-service.ts";
import { fakeSubscription } from "../support/web-push.ts";
import { proves } from "./proves.ts";

const { bed, newcomer, ask, stateOf } = useSignInService();

describe("a trusted browser", () => {
  proves("R135")("asks a trusted browser for no code, until it is forgotten", async () => {
    const browser = visitor(bed().service.url);
    await enrol(browser, "/", { trust: "1" });
    await ask(browser, "POST", "/web_sign_in/sign_out", {});
    expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
    expect((await comeFromProvider(browser, "/settings/sign-in")).url.pathname).toBe("/settings/sign-in");
    const { trusted_browsers: trusted } = await stateOf(browser);
    expect(trusted).toMatchObject([{ current: true, browser: "A browser" }]);
    const [{ id } = { id: 0 }] = trusted;
    expect((await ask(browser, "DELETE", `/web_sign_in/trusted_browsers/${id}`)).status).toBe(200);
    expect((await ask(browser, "DELETE", `/web_sign_in/trusted_browsers/${id}`)).status).toBe(404);
    await ask(browser, "POST", "/web_sign_in/sign_out", {});
    expect(headingOf(await comeFromProvider(browser))).toBe("Enter your code");
  });

  proves("R135")("does not trust one person's browser for another person", async () => {
    const browser = visitor(bed().service.url);
    const other = bed().idp.subject;
    await enrol(visitor(bed().service.url));
    newcomer();
    await enrol(browser, "/", { trust: "1" });
    await ask(browser, "POST", "/web_sign_in/sign_out", {});
    bed().idp.subject = other;
    browser.forgetProvider(bed().idp.issuer);
    expect(headingOf(await comeFromProvider(browser))).toBe("Enter your code");
  });
});

describe("signing out", () => {
  test("ends the live updates of that browser only", async () => {
    const [desk, phone] = [visitor(bed().service.url), visitor(bed().service.url)];
    const { app } = await enrol(desk);
    await phone.send(await comeFromProvider(phone), { code: app.code(1) });
    const subscribe = (browser: typeof desk, endpoint: string) =>
      ask(browser, "POST", "/push_delivery/browsers", fakeSubscription(endpoint).json);
    expect((await subscribe(desk, "https://push.example.com/desk")).status).toBe(201);
    expect((await subscribe(phone, "https://push.example.com/phone")).status).toBe(201);
    const subscribed = async () =>
      ((await ask(desk, "GET", "/push_delivery")).body as { browsers: unknown[] }).browsers;
    expect(await subscribed()).toHaveLength(2);
    await ask(phone, "POST", "/web_sign_in/sign_out", {});
    expect(await subscribed()).toHaveLength(1);
  });

  proves("E79", "R225")(
    "everywhere signs out every browser of the person and ends its live updates, but no one else's",
    async () => {
      const person = newcomer();
      const [desk, phone, colleague] = [
        visitor(bed().service.url),
        visitor(bed().service.url),
        visitor(bed().service.url),
      ];
      const { app } = await enrol(desk, "/", { trust: "1" });
      await phone.send(await comeFromProvider(phone), { code: app.code(1), trust: "1" });
      newcomer();
      await enrol(colleague);
      await using deskStream = await followEvents({
        url: bed().service.url,
        board: { headers: desk.headers() },
      });
      await using phoneStream = await followEvents({
        url: bed().service.url,
        board: { headers: phone.headers() },
      });
      await using other = await followEvents({
        url: bed().service.url,
        board: { headers: colleague.headers() },
      });
      const { status, body } = await ask(desk, "POST", "/sign_out_everywhere", {});
      expect([status, body]).toEqual([200, expect.objectContaining({ web_sign_ins_ended: 2 })]);
      await Promise.all([deskStream.ended, phoneStream.ended]);
      for (const browser of [desk, phone]) expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
      expect((await ask(colleague, "GET", "/sessions")).status).toBe(200);
      await createSession(bed().service, { title: "After" });
      await other.next(({ type }) => type === "session");
      bed().idp.subject = person;
      expect(headingOf(await comeFromProvider(phone))).toBe("Enter your code");
    },
  );

  test("of one browser ends its live updates and sends its page to the sign-in", async () => {
    const browser = visitor(bed().service.url);
    await enrol(browser);
    await using stream = await followEvents({
      url: bed().service.url,
      board: { headers: browser.headers() },
    });
    const { status } = await ask(browser, "POST", "/web_sign_in/sign_out", {});
    await stream.ended;
    expect([status, (await browser.ask("/sessions/1")).status]).toEqual([200, 303]);
  });

  test("is possible for one's own other browsers and not for another person's", async () => {
    const [desk, phone, colleague] = [
      visitor(bed().service.url),
      visitor(bed().service.url),
      visitor(bed().service.url),
    ];
    const { app } = await enrol(desk);
    await phone.send(await comeFromProvider(phone), { code: app.code(1) });
    newcomer();
    await enrol(colleague);
    const { browsers } = await stateOf(desk);
    expect(browsers.filter(({ current }) => current)).toHaveLength(1);
    expect(browsers).toHaveLength(2);
    const other = browsers.find(({ current }) => !current)?.id;
    expect((await ask(colleague, "DELETE", `/web_sign_in/browsers/${other}`)).status).toBe(404);
    expect((await ask(phone, "GET", "/sessions")).status).toBe(200);
    expect((await ask(desk, "DELETE", `/web_sign_in/browsers/${other}`)).status).toBe(200);
    expect((await ask(phone, "GET", "/sessions")).status).toBe(401);
  });
});

describe("an authenticator", () => {
  test("can be replaced by a signed-in person with a code, who is signed out everywhere else", async () => {
    const [desk, phone] = [visitor(bed().service.url), visitor(bed().service.url)];
    const { app, recoveryCodes } = await enrol(desk);
    await phone.send(await comeFromProvider(phone), { code: app.code(1) });
    const page = await desk.open("/sign-in/enrol?return_to=/settings/sign-in");
    const fresh = authenticatorOf(page);
    const refused = await desk.send(page, { code: fresh.code(), current: "no" });
    expect(refused.status).toBe(422);
    const done = await desk.send(refused, { code: fresh.code(), current: recoveryCodes[0] ?? "" });
    expect(done.text).toContain('href="/settings/sign-in"');
    expect((await ask(desk, "GET", "/sessions")).status).toBe(200);
    expect((await ask(phone, "GET", "/sessions")).status).toBe(401);
    const again = await comeFromProvider(phone);
    expect((await phone.send(again, { code: recoveryCodes[1] ?? "" })).status).toBe(422);
    expect((await phone.send(again, { code: fresh.code(1) })).url.pathname).toBe("/");
  });

  test("creates new recovery codes for a person with a code", async () => {
    const browser = visitor(bed().service.url);
    const { app, recoveryCodes } = await enrol(browser);
    const renew = (code: string) => ask(browser, "POST", "/web_sign_in/recovery_codes", { code });
    expect((await renew("no")).status).toBe(422);
    const { status, body, headers } = await renew(app.code(1));
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body["recovery_codes"]).toHaveLength(10);
    expect((await renew(recoveryCodes[0] ?? "")).status).toBe(422);
  });
});
