import { describe, expect } from "vitest";
import { createSession } from "../support/sessions.ts";
import { comeFromProvider, enrol, visitor } from "../support/sign-in.ts";
import { alertOf, headingOf, useSignInService } from "../support/sign-in-service.ts";
import { proves } from "./proves.ts";

const { bed, newcomer, ask, stateOf } = useSignInService();

describe("a board with web sign-in", () => {
  proves("R135")("shows nothing before the sign-in, on this machine too", async () => {
    const browser = visitor(bed().service.url);
    for (const path of ["/", "/sessions/3?panel=goal", "/settings/keys"]) {
      const page = await browser.ask(path);
      expect([page.status, page.headers.get("location")]).toEqual([
        303,
        `/sign-in?return_to=${encodeURIComponent(path)}`,
      ]);
    }
    for (const [method, path] of [
      ["GET", "/sessions"],
      ["GET", "/events"],
      ["POST", "/sessions"],
      ["GET", "/web_sign_in"],
    ] as const) {
      const { status, body } = await ask(browser, method, path, method === "POST" ? {} : undefined);
      expect([status, body]).toEqual([
        401,
        { error: "Unauthorized", message: "Sign in first", messages: ["Sign in first"] },
      ]);
    }
  });

  proves("R135")("leaves the API, the probe and the page's assets to their own credentials", async () => {
    expect((await bed().service.call("GET", "/sessions")).status).toBe(200);
    expect((await bed().service.call("GET", "/up", undefined, { key: null })).status).toBe(200);
    expect((await fetch(`${bed().service.url}/assets/app.js`)).status).toBe(200);
    const browser = visitor(bed().service.url);
    await enrol(browser);
    const withCookie = { key: null, headers: browser.headers() };
    expect((await bed().service.call("GET", "/sessions", undefined, withCookie)).status).toBe(401);
  });

  proves("R135", "E71")(
    "lets in a person of an allowed domain with a code, back to where they were going",
    async () => {
      const browser = visitor(bed().service.url);
      const person = newcomer();
      const { done, recoveryCodes } = await enrol(browser, "/sessions/3?panel=goal");
      expect(headingOf(done)).toBe("Save your recovery codes");
      expect(done.text).toContain('href="/sessions/3?panel=goal"');
      expect(recoveryCodes).toHaveLength(10);
      expect((await browser.open("/")).text).toContain("<title>Signalbox</title>");
      const me = await ask(browser, "GET", "/me");
      expect(me.body).toMatchObject({
        me: { email: person.email, name: person.name },
        web_sign_in: {
          email: person.email,
          name: person.name,
          totp_required: true,
          totp_enrolled_at: expect.any(String),
          last_signed_in_at: expect.any(String),
          recovery_codes_remaining: 10,
        },
      });
    },
  );

  proves("R135")("gives a cookie that scripts and other sites cannot reach", async () => {
    const browser = visitor(bed().service.url);
    const { done } = await enrol(browser);
    const [cookie = ""] = done.headers.getSetCookie().filter((line) => line.includes("_in="));
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; .*HttpOnly; SameSite=Lax/);
    expect(cookie).toMatch(/_in=[\w-]{43};/);
  });

  proves("R135")("asks for a code each time, and accepts each code once", async () => {
    const { app, code } = await enrol(visitor(bed().service.url));
    const again = visitor(bed().service.url);
    const page = await comeFromProvider(again, "/settings/keys");
    expect(headingOf(page)).toBe("Enter your code");
    const used = await again.send(page, { code });
    expect([used.status, alertOf(used)]).toEqual([422, expect.stringContaining("already used")]);
    expect((await ask(again, "GET", "/sessions")).status).toBe(401);
    expect((await again.send(used, { code: app.code(1) })).url.pathname).toBe("/settings/keys");
    expect((await ask(again, "GET", "/sessions")).status).toBe(200);
  });

  proves("R135")("accepts a recovery code once", async () => {
    const { recoveryCodes } = await enrol(visitor(bed().service.url));
    const [code = ""] = recoveryCodes;
    const second = visitor(bed().service.url);
    const page = await second.send(await comeFromProvider(second), { code: code.toUpperCase() });
    expect(page.url.pathname).toBe("/");
    expect((await stateOf(second)).you?.recovery_codes_remaining).toBe(9);
    const third = visitor(bed().service.url);
    const refused = await third.send(await comeFromProvider(third), { code });
    expect(refused.status).toBe(422);
  });

  proves("R135")("locks an account after five wrong codes, even for correct ones", async () => {
    const { app } = await enrol(visitor(bed().service.url));
    const browser = visitor(bed().service.url);
    let page = await comeFromProvider(browser);
    for (let wrong = 0; wrong < 4; wrong += 1) page = await browser.send(page, { code: "no" });
    expect(alertOf(page)).toMatch(/^That code is wrong/);
    page = await browser.send(page, { code: "no" });
    expect(alertOf(page)).toMatch(/Try again in 15 minutes/);
    expect(alertOf(await browser.send(page, { code: app.code(1) }))).toMatch(/Try again in 15 minutes/);
  });

  proves("R137")("accepts no password, in a header or in the address", async () => {
    const basic = `Basic ${Buffer.from("admin:admin").toString("base64")}`;
    const headers = { accept: "text/html", authorization: basic };
    const page = await fetch(bed().service.url, { headers, redirect: "manual" });
    expect([page.status, page.headers.get("www-authenticate")]).toEqual([303, null]);
    const asked = { key: null, headers: { authorization: basic } };
    expect((await bed().service.call("GET", "/ui/v1/sessions", undefined, asked)).status).toBe(401);
  });

  proves("R138")("lets everyone who is signed in do the same with each session", async () => {
    const [one, other] = [visitor(bed().service.url), visitor(bed().service.url)];
    await enrol(one);
    newcomer();
    await enrol(other);
    const { id } = await createSession(bed().service, { title: "Made by a key" });
    const { body } = await ask(one, "PATCH", `/sessions/${id}`, { title: "Named by one" });
    expect(Object.keys(body["session"] ?? {}).filter((key) => /owner|user_id|created_by/.test(key))).toEqual(
      [],
    );
    const seen = await ask(other, "GET", `/sessions/${id}`);
    expect(seen.body).toMatchObject({ session: { title: "Named by one" } });
    expect((await ask(other, "PATCH", `/sessions/${id}`, { title: "Named by the other" })).status).toBe(200);
  });
});
