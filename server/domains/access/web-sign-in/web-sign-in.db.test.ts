import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { cookiesOf } from "../../../http/cookies.ts";
import { signInCookies, webSignInService } from "./index.ts";
import { dayMs, minuteMs, openSignInBed } from "./sign-in-test-bed.ts";

const wrong = "no code";
const refused = (label: string) => expect.objectContaining({ label });

describe("authenticator codes", () => {
  it("work once each, and never if older than the last one used", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    await expect(bed.factor.check(account, code())).rejects.toThrow(refused("Wrong code"));
    const next = code(bed.clock.at + 30_000);
    await bed.factor.check(account, next);
    await expect(bed.factor.check(account, next)).rejects.toThrow(refused("Wrong code"));
    bed.clock.at += minuteMs;
    await bed.factor.check(account, ` ${code().slice(0, 3)} ${code().slice(3)}`);
    await expect(bed.factor.check(account, code(bed.clock.at - 30_000))).rejects.toThrow(
      refused("Wrong code"),
    );
  });

  it("are accepted one step early or late and no further", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += 10 * minuteMs;
    for (const steps of [-2, 2]) {
      const far = code(bed.clock.at + steps * 30_000);
      await expect(bed.factor.check(account, far)).rejects.toThrow(refused("Wrong code"));
    }
    await bed.factor.check(account, code(bed.clock.at - 30_000));
    await bed.factor.check(account, code(bed.clock.at + 30_000));
  });

  it("are all refused for 15 minutes after the fifth wrong one, and for longer the next time", async () => {
    using bed = openSignInBed();
    const { account, code, recoveryCodes } = await bed.enrolled();
    const guess = (given: string) => bed.factor.check(account, given);
    const fail = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        await expect(guess(wrong)).rejects.toThrow(refused("Wrong code"));
    };
    bed.clock.at += minuteMs;
    await fail(4);
    await expect(guess(wrong)).rejects.toThrow(/Try again in 15 minutes/);
    await expect(guess(code())).rejects.toThrow(/Try again in 15 minutes/);
    await expect(guess(recoveryCodes[0] ?? "")).rejects.toThrow(refused("Too many wrong codes"));
    bed.clock.at += 15 * minuteMs;
    await fail(4);
    await expect(guess(wrong)).rejects.toThrow(/Try again in 30 minutes/);
    bed.clock.at += 30 * minuteMs;
    await guess(code());
    bed.clock.at += minuteMs;
    await fail(4);
    await expect(guess(wrong)).rejects.toThrow(/Try again in 15 minutes/);
  });

  it("are counted one by one when a hundred guesses arrive at once", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const right = code();
    const guesses = Array.from({ length: 100 }, () => bed.factor.check(account, wrong));
    const settled = await Promise.allSettled([...guesses, bed.factor.check(account, right)]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(bed.store.account(account.id)).toMatchObject({ lockCount: 1, wrongCodes: 0 });
  });

  it("work once when the same one is sent twice at once", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const both = await Promise.allSettled([1, 2].map(() => bed.factor.check(account, code())));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("recovery codes", () => {
  it("are ten, stored as digests only, and work once each however they are typed", async () => {
    using bed = openSignInBed();
    const { account, recoveryCodes } = await bed.enrolled();
    const [first = "", second = ""] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(bed.database.sql.prepare("SELECT * FROM web_recovery_codes").all());
    expect(stored).not.toContain(first);
    await bed.factor.check(account, first);
    await expect(bed.factor.check(account, first)).rejects.toThrow(refused("Wrong code"));
    await bed.factor.check(account, ` ${second.toUpperCase().replaceAll("-", " ")} `);
    expect(bed.store.recoveryCodesLeft(account.id)).toBe(8);
  });

  it("of another person are refused", async () => {
    using bed = openSignInBed();
    const alice = await bed.enrolled();
    const bob = await bed.enrolled("bob@corp.test");
    const theirs = bob.recoveryCodes[0] ?? "";
    await expect(bed.factor.check(alice.account, theirs)).rejects.toThrow(refused("Wrong code"));
    expect(bed.store.recoveryCodesLeft(bob.account.id)).toBe(10);
  });

  it("can be replaced with a valid code, which voids the old ones", async () => {
    using bed = openSignInBed();
    const { account, recoveryCodes } = await bed.enrolled();
    const [first = "", second = ""] = recoveryCodes;
    await expect(bed.factor.renewRecoveryCodes(account, wrong)).rejects.toThrow(refused("Wrong code"));
    const fresh = await bed.factor.renewRecoveryCodes(account, first);
    await expect(bed.factor.check(account, second)).rejects.toThrow(refused("Wrong code"));
    await bed.factor.check(account, fresh[9] ?? "");
  });
});

describe("setting an authenticator up", () => {
  it("stores nothing until its code is correct, and never its secret in clear text", async () => {
    using bed = openSignInBed();
    const account = bed.account();
    const token = bed.browsers.begin(account, "Firefox");
    const { sealed, secret } = await bed.setUp.offer(token, "");
    const given = { sealed, code: wrong, current: "", trust: false };
    await expect(bed.setUp.enroll(token, given)).rejects.toThrow(refused("Wrong code"));
    expect(bed.account()).toMatchObject({ totpSealed: null, totpEnrolledAt: null });
    expect((await bed.setUp.offer(token, sealed)).secret).toBe(secret);
  });

  it("is refused before the second step if the account already has one", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    const token = bed.browsers.begin(account, "Chrome");
    await expect(bed.setUp.offer(token, "")).rejects.toThrow(refused("Authenticator already set up"));
    const forged = { sealed: "", code: code(), current: code(), trust: false };
    await expect(bed.setUp.enroll(token, forged)).rejects.toThrow(refused("Sign-in not finished"));
  });

  it("is refused to the second of two browsers that started while there was none", async () => {
    using bed = openSignInBed();
    const account = bed.account();
    const late = bed.browsers.begin(account, "Chrome");
    const { sealed } = await bed.setUp.offer(late, "");
    await bed.enrolled();
    const given = { sealed, code: wrong, current: "", trust: false };
    await expect(bed.setUp.enroll(late, given)).rejects.toThrow(refused("Sign-in not finished"));
  });

  it("is refused if the person was signed out in the meantime", async () => {
    using bed = openSignInBed();
    const { account, token, code, recoveryCodes } = await bed.enrolled();
    const { sealed, secret } = await bed.setUp.offer(token, "");
    const { Secret, TOTP } = await import("otpauth");
    bed.clock.at += minuteMs;
    const fresh = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bed.clock.at });
    const given = { sealed, code: fresh, current: code(), trust: false };
    const replacing = bed.setUp.enroll(token, given);
    bed.browsers.endAllOf(account.email);
    await expect(replacing).rejects.toThrow(refused("Sign-in not finished"));
    expect(bed.account().totpSealed).toBe(account.totpSealed);
    await bed.factor.check(bed.account(), recoveryCodes[0] ?? "");
  });

  it("again requires a code from the current one, and signs out everywhere else", async () => {
    using bed = openSignInBed();
    const { account, token, recoveryCodes } = await bed.enrolled();
    const elsewhere = bed.browsers.complete(
      bed.browsers.require(bed.browsers.begin(account, "Chrome"), "second_factor"),
      true,
    );
    const offered = await bed.setUp.offer(token, "");
    const { Secret, TOTP } = await import("otpauth");
    const code = new TOTP({ secret: Secret.fromBase32(offered.secret) }).generate({
      timestamp: bed.clock.at,
    });
    const given = { sealed: offered.sealed, code, trust: false };
    await expect(bed.setUp.enroll(token, { ...given, current: wrong })).rejects.toThrow(
      refused("Wrong code"),
    );
    expect(bed.account().totpSealed).toBe(account.totpSealed);
    const done = await bed.setUp.enroll(token, { ...given, current: recoveryCodes[0] ?? "" });
    expect(done.tokens).toBeNull();
    expect(bed.account().totpSealed).not.toBe(account.totpSealed);
    expect(bed.browsers.findForBoard(token, () => {})).not.toBeNull();
    expect(bed.browsers.findForBoard(elsewhere.token, () => {})).toBeNull();
    expect(bed.trusted.knows(bed.account(), elsewhere.trusted ?? "")).toBe(false);
    await expect(bed.factor.check(bed.account(), recoveryCodes[1] ?? "")).rejects.toThrow(
      refused("Wrong code"),
    );
  });
});

describe("a sign-in", () => {
  it("gives access to the board under a new cookie once it is complete, and is stored as a digest", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const begun = bed.browsers.begin(account, "Chrome");
    expect(bed.browsers.findForBoard(begun, () => {})).toBeNull();
    const entry = bed.browsers.require(begun, "second_factor");
    await bed.factor.check(account, code());
    const { token } = bed.browsers.complete(entry, false);
    expect(bed.browsers.findForBoard(token, () => {})?.account.email).toBe("alice@corp.test");
    expect(() => bed.browsers.require(begun, "second_factor", "board")).toThrow(
      refused("Sign-in not finished"),
    );
    expect(() => bed.browsers.complete(entry, false)).toThrow(refused("Sign-in not finished"));
    const stored = JSON.stringify(bed.database.sql.prepare("SELECT * FROM web_sign_ins").all());
    expect(stored).not.toContain(token);
  });

  it("has to be finished within 15 minutes", async () => {
    using bed = openSignInBed();
    const { account } = await bed.enrolled();
    const begun = bed.browsers.begin(account, "Chrome");
    bed.clock.at += 15 * minuteMs;
    expect(() => bed.browsers.require(begun, "second_factor")).toThrow(refused("Sign-in not finished"));
  });

  it("lasts 90 days from its last use, which is recorded at most daily", async () => {
    using bed = openSignInBed();
    const { token } = await bed.enrolled();
    let renewed = 0;
    const use = () => bed.browsers.findForBoard(token, () => void (renewed += 1));
    for (let days = 0; days < 4; days += 1) {
      bed.clock.at += 89 * dayMs;
      expect(use()).not.toBeNull();
      expect(use()).not.toBeNull();
    }
    expect(renewed).toBe(4);
    bed.clock.at += 90 * dayMs;
    expect(use()).toBeNull();
  });

  it("ends for every browser of one address and for no other address", async () => {
    using bed = openSignInBed();
    const alice = await bed.enrolled();
    const bob = await bed.enrolled("bob@corp.test");
    const ended: string[] = [];
    bed.browsers.watch(alice.token, () => void ended.push("alice"));
    bed.browsers.watch(bob.token, () => void ended.push("bob"));
    const unwatch = bed.browsers.watch(alice.token, () => void ended.push("left before"));
    unwatch();
    expect(bed.browsers.endAllOf("alice@corp.test")).toBe(1);
    expect(ended).toEqual(["alice"]);
    expect(bed.browsers.findForBoard(alice.token, () => {})).toBeNull();
    expect(bed.browsers.findForBoard(bob.token, () => {})).not.toBeNull();
    expect(bed.browsers.endAllOf("alice@corp.test")).toBe(0);
  });

  it("that was ended while web sign-in was off stays ended once it is on again", async () => {
    using bed = openSignInBed();
    const { account, token } = await bed.enrolled();
    const entry = bed.browsers.require(bed.browsers.begin(account, "Chrome"), "second_factor");
    const trusted = bed.browsers.complete(entry, true).trusted ?? "";
    const origin = () => "http://localhost";
    const off = webSignInService({
      ...bed,
      log: silentLog,
      secrets: { seal: (text) => text, open: (text) => text },
      cookies: signInCookies({ cookies: cookiesOf("secret"), origin }),
      settings: { ...bed.rules, allowedDomains: [], clientId: null, clientSecret: null },
      origin,
    });
    expect(off.endAllOf("Alice@corp.test")).toBe(0);
    expect(bed.browsers.findForBoard(token, () => {})).toBeNull();
    expect(bed.trusted.knows(account, trusted)).toBe(false);
  });

  it("is deleted once it can no longer give access, and so are trusted browsers", async () => {
    using bed = openSignInBed();
    const { account } = await bed.enrolled();
    bed.browsers.complete(bed.browsers.require(bed.browsers.begin(account, "Chrome"), "second_factor"), true);
    bed.clock.at += 400 * dayMs;
    bed.browsers.begin(account, "Safari");
    const count = (table: string) => bed.database.sql.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
    expect([count("web_sign_ins"), count("web_trusted_browsers")]).toEqual([1, 0]);
  });
});

it("trusts a browser for its own account only, for 365 days", async () => {
  using bed = openSignInBed();
  const { account } = await bed.enrolled();
  const bob = await bed.enrolled("bob@corp.test");
  const entry = bed.browsers.require(bed.browsers.begin(account, "Chrome"), "second_factor");
  const trusted = bed.browsers.complete(entry, true).trusted ?? "";
  expect(bed.trusted.knows(account, trusted)).toBe(true);
  expect(bed.trusted.knows(bob.account, trusted)).toBe(false);
  expect(bed.trusted.knows(account, "")).toBe(false);
  bed.clock.at += 365 * dayMs;
  expect(bed.trusted.knows(account, trusted)).toBe(false);
});
