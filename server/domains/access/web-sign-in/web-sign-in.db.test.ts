import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { cookiesOf } from "../../../http/cookies.ts";
import { signInCookies, webSignInService } from "./index.ts";
import { dayMs, minuteMs, openSignInBed } from "./sign-in-test-bed.ts";

const wrong = "no code";
const refused = (label: string) => expect.objectContaining({ label });

describe("codes of an authenticator", () => {
  it("open once each, and none that is older than the last one", async () => {
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

  it("count one step early or late and no further", async () => {
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

  it("are refused, right ones too, for 15 minutes after the fifth wrong one and longer the next time", async () => {
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

  it("are counted one by one when a hundred guesses come at once", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const right = code();
    const guesses = Array.from({ length: 100 }, () => bed.factor.check(account, wrong));
    const settled = await Promise.allSettled([...guesses, bed.factor.check(account, right)]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(bed.store.account(account.id)).toMatchObject({ lockCount: 1, wrongCodes: 0 });
  });

  it("open once when the same one is sent twice at once", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const both = await Promise.allSettled([1, 2].map(() => bed.factor.check(account, code())));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("recovery codes", () => {
  it("are ten, kept as digests only, and open once each however they are typed", async () => {
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

  it("of another person open nothing", async () => {
    using bed = openSignInBed();
    const alice = await bed.enrolled();
    const bob = await bed.enrolled("bob@corp.test");
    const theirs = bob.recoveryCodes[0] ?? "";
    await expect(bed.factor.check(alice.account, theirs)).rejects.toThrow(refused("Wrong code"));
    expect(bed.store.recoveryCodesLeft(bob.account.id)).toBe(10);
  });

  it("are replaced by who has a code, and the old ones are void", async () => {
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
  it("stores nothing before its code is right, and never its secret in clear", async () => {
    using bed = openSignInBed();
    const account = bed.account();
    const token = bed.browsers.begin(account, "Firefox");
    const { parcel, secret } = await bed.setUp.offer(token, "");
    const given = { parcel, code: wrong, current: "", trust: false };
    await expect(bed.setUp.enrol(token, given)).rejects.toThrow(refused("Wrong code"));
    expect(bed.account()).toMatchObject({ totpSealed: null, totpEnrolledAt: null });
    expect((await bed.setUp.offer(token, parcel)).secret).toBe(secret);
  });

  it("is refused to who only came from the provider while one stands", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    const token = bed.browsers.begin(account, "Chrome");
    await expect(bed.setUp.offer(token, "")).rejects.toThrow(refused("An authenticator is set up"));
    const forged = { parcel: "", code: code(), current: code(), trust: false };
    await expect(bed.setUp.enrol(token, forged)).rejects.toThrow(refused("Sign-in not finished"));
  });

  it("is refused to the second of two who began while there was none", async () => {
    using bed = openSignInBed();
    const account = bed.account();
    const late = bed.browsers.begin(account, "Chrome");
    const { parcel } = await bed.setUp.offer(late, "");
    await bed.enrolled();
    const given = { parcel, code: wrong, current: "", trust: false };
    await expect(bed.setUp.enrol(late, given)).rejects.toThrow(refused("Sign-in not finished"));
  });

  it("is refused to who was signed out while it was on its way", async () => {
    using bed = openSignInBed();
    const { account, token, code, recoveryCodes } = await bed.enrolled();
    const { parcel, secret } = await bed.setUp.offer(token, "");
    const { Secret, TOTP } = await import("otpauth");
    bed.clock.at += minuteMs;
    const fresh = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bed.clock.at });
    const given = { parcel, code: fresh, current: code(), trust: false };
    const replacing = bed.setUp.enrol(token, given);
    bed.browsers.endAllOf(account.email);
    await expect(replacing).rejects.toThrow(refused("Sign-in not finished"));
    expect(bed.account().totpSealed).toBe(account.totpSealed);
    await bed.factor.check(bed.account(), recoveryCodes[0] ?? "");
  });

  it("again takes a code of the one that stands, and signs out everywhere else", async () => {
    using bed = openSignInBed();
    const { account, token, recoveryCodes } = await bed.enrolled();
    const elsewhere = bed.browsers.complete(
      bed.browsers.at(bed.browsers.begin(account, "Chrome"), "second_factor"),
      true,
    );
    const offered = await bed.setUp.offer(token, "");
    const { Secret, TOTP } = await import("otpauth");
    const code = new TOTP({ secret: Secret.fromBase32(offered.secret) }).generate({
      timestamp: bed.clock.at,
    });
    const given = { parcel: offered.parcel, code, trust: false };
    await expect(bed.setUp.enrol(token, { ...given, current: wrong })).rejects.toThrow(refused("Wrong code"));
    expect(bed.account().totpSealed).toBe(account.totpSealed);
    const done = await bed.setUp.enrol(token, { ...given, current: recoveryCodes[0] ?? "" });
    expect(done.entrance).toBeNull();
    expect(bed.account().totpSealed).not.toBe(account.totpSealed);
    expect(bed.browsers.whoIs(token, () => {})).not.toBeNull();
    expect(bed.browsers.whoIs(elsewhere.token, () => {})).toBeNull();
    expect(bed.trusted.knows(bed.account(), elsewhere.trusted ?? "")).toBe(false);
    await expect(bed.factor.check(bed.account(), recoveryCodes[1] ?? "")).rejects.toThrow(
      refused("Wrong code"),
    );
  });
});

describe("a sign-in", () => {
  it("opens the board under a new cookie once it is complete, and is kept as a digest", async () => {
    using bed = openSignInBed();
    const { account, code } = await bed.enrolled();
    bed.clock.at += minuteMs;
    const begun = bed.browsers.begin(account, "Chrome");
    expect(bed.browsers.whoIs(begun, () => {})).toBeNull();
    const entry = bed.browsers.at(begun, "second_factor");
    await bed.factor.check(account, code());
    const { token } = bed.browsers.complete(entry, false);
    expect(bed.browsers.whoIs(token, () => {})?.account.email).toBe("alice@corp.test");
    expect(() => bed.browsers.at(begun, "second_factor", "board")).toThrow(refused("Sign-in not finished"));
    expect(() => bed.browsers.complete(entry, false)).toThrow(refused("Sign-in not finished"));
    const stored = JSON.stringify(bed.database.sql.prepare("SELECT * FROM web_sign_ins").all());
    expect(stored).not.toContain(token);
  });

  it("has to be finished within 15 minutes", async () => {
    using bed = openSignInBed();
    const { account } = await bed.enrolled();
    const begun = bed.browsers.begin(account, "Chrome");
    bed.clock.at += 15 * minuteMs;
    expect(() => bed.browsers.at(begun, "second_factor")).toThrow(refused("Sign-in not finished"));
  });

  it("lasts 90 days from its last use, which is noted at most daily", async () => {
    using bed = openSignInBed();
    const { token } = await bed.enrolled();
    let noted = 0;
    const use = () => bed.browsers.whoIs(token, () => void (noted += 1));
    for (let days = 0; days < 4; days += 1) {
      bed.clock.at += 89 * dayMs;
      expect(use()).not.toBeNull();
      expect(use()).not.toBeNull();
    }
    expect(noted).toBe(4);
    bed.clock.at += 90 * dayMs;
    expect(use()).toBeNull();
  });

  it("ends for every browser of an address, and of no other", async () => {
    using bed = openSignInBed();
    const alice = await bed.enrolled();
    const bob = await bed.enrolled("bob@corp.test");
    const heard: string[] = [];
    bed.browsers.watch(alice.token, () => void heard.push("alice"));
    bed.browsers.watch(bob.token, () => void heard.push("bob"));
    const unwatch = bed.browsers.watch(alice.token, () => void heard.push("left before"));
    unwatch();
    expect(bed.browsers.endAllOf("alice@corp.test")).toBe(1);
    expect(heard).toEqual(["alice"]);
    expect(bed.browsers.whoIs(alice.token, () => {})).toBeNull();
    expect(bed.browsers.whoIs(bob.token, () => {})).not.toBeNull();
    expect(bed.browsers.endAllOf("alice@corp.test")).toBe(0);
  });

  it("that was ended while web sign-in is off opens nothing once it is on again", async () => {
    using bed = openSignInBed();
    const { account, token } = await bed.enrolled();
    const entry = bed.browsers.at(bed.browsers.begin(account, "Chrome"), "second_factor");
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
    expect(bed.browsers.whoIs(token, () => {})).toBeNull();
    expect(bed.trusted.knows(account, trusted)).toBe(false);
  });

  it("is swept away once it can open nothing, trusted browsers too", async () => {
    using bed = openSignInBed();
    const { account } = await bed.enrolled();
    bed.browsers.complete(bed.browsers.at(bed.browsers.begin(account, "Chrome"), "second_factor"), true);
    bed.clock.at += 400 * dayMs;
    bed.browsers.begin(account, "Safari");
    const count = (table: string) => bed.database.sql.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
    expect([count("web_sign_ins"), count("web_trusted_browsers")]).toEqual([1, 0]);
  });
});

it("trusts a browser for its own person only, for 365 days", async () => {
  using bed = openSignInBed();
  const { account } = await bed.enrolled();
  const bob = await bed.enrolled("bob@corp.test");
  const entry = bed.browsers.at(bed.browsers.begin(account, "Chrome"), "second_factor");
  const trusted = bed.browsers.complete(entry, true).trusted ?? "";
  expect(bed.trusted.knows(account, trusted)).toBe(true);
  expect(bed.trusted.knows(bob.account, trusted)).toBe(false);
  expect(bed.trusted.knows(account, "")).toBe(false);
  bed.clock.at += 365 * dayMs;
  expect(bed.trusted.knows(account, trusted)).toBe(false);
});
