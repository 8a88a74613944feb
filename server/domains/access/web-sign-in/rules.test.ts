import { describe, expect, it } from "vitest";
import {
  afterWrongCode,
  decideAccess,
  decideClaims,
  decideSetUp,
  hasAuthenticator,
  isForClient,
  isFreshStep,
  isTrusted,
  isUseDue,
  localPath,
  lockMs,
  mayBeSentTo,
  minutesLocked,
  type Rules,
  type Tries,
} from "./rules.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 1_000 * day;

const rules: Rules = {
  issuer: "https://idp.example",
  allowedDomains: ["corp.test", "other.test"],
  secondFactor: "required",
  signInDays: 90,
  trustedBrowserDays: 365,
  resetBefore: null,
};

describe("decideSetUp", () => {
  it.each([
    ["off if nothing is set", { a: false, b: false }, { state: "off", missing: ["a", "b"] }],
    ["incomplete if something is missing", { a: true, b: false }, { state: "incomplete", missing: ["b"] }],
    ["on if everything is set", { a: true, b: true }, { state: "on", missing: [] }],
  ])("is %s", (_title, made, expected) => {
    expect(decideSetUp(made)).toEqual(expected);
  });
});

describe("decideClaims", () => {
  const claims = { email: "Alice@Corp.test", email_verified: true, hd: "CORP.test", name: " Alice " };
  it("admits a verified address of an allowed domain, in lower case", () => {
    expect(decideClaims(claims, rules)).toEqual({
      kind: "admitted",
      email: "alice@corp.test",
      name: "Alice",
    });
  });
  it("uses the address if there is no name", () => {
    expect(decideClaims({ ...claims, name: "  " }, rules)).toMatchObject({ name: "Alice@Corp.test" });
  });
  it("reduces a name to one line without bidirectional characters", () => {
    const name = " Alice\n\u0000\u202eAdams\u2028\u{1F600}".padEnd(300, "é");
    expect(decideClaims({ ...claims, name }, rules)).toMatchObject({
      name: expect.stringMatching(/^Alice Adams \u{1F600}é{180,}$/u),
    });
  });
  it.each([
    ["a private account", { hd: undefined }, "domain_not_allowed"],
    ["another domain", { hd: "evil.test" }, "domain_not_allowed"],
    ["a domain that only looks allowed", { hd: "corp.test.evil.test" }, "domain_not_allowed"],
    ["an address elsewhere", { email: "alice@gmail.test" }, "domain_not_allowed"],
    ["an address with two domains", { email: "alice@corp.test@evil.test" }, "domain_not_allowed"],
    ["an address in quotes", { email: '"alice@evil.test"@corp.test' }, "domain_not_allowed"],
    ["an address with a letter that becomes another", { email: "mi\u212ae@corp.test" }, "domain_not_allowed"],
    ["a domain of the wrong type", { hd: ["corp.test"] }, "domain_not_allowed"],
    ["an unverified address", { email_verified: false }, "email_unverified"],
    ["an address verified with a string", { email_verified: "true" }, "email_unverified"],
    ["no address", { email: undefined }, "email_unverified"],
  ])("refuses %s", (_title, change, kind) => {
    expect(decideClaims({ ...claims, ...change }, rules)).toEqual({ kind });
  });
});

describe("isForClient", () => {
  const token = { sub: "1001", iat: now / 1_000 };
  it.each([
    ["made now", token, true],
    ["made by a clock five minutes ahead", { ...token, iat: now / 1_000 + 300 }, true],
    ["made by a clock further ahead", { ...token, iat: now / 1_000 + 301 }, false],
    ["asked for by this client", { ...token, azp: "signalbox" }, true],
    ["asked for by another client", { ...token, azp: "another" }, false],
    ["for an empty subject", { ...token, sub: " " }, false],
  ])("of a token %s", (_what, claims, expected) => {
    expect(isForClient(claims, { clientId: "signalbox", now })).toBe(expected);
  });
});

it.each([
  ["https://idp.example/authorize", "https://idp.example", true],
  ["https://other.example/keys", "https://idp.example", true],
  ["http://idp.example/authorize", "https://idp.example", false],
  ["http://127.0.0.1:1/authorize", "https://idp.example", false],
  ["http://127.0.0.1:1/authorize", "http://localhost:1", true],
  ["http://127.0.0.1.example/authorize", "http://localhost:1", false],
  ["https://a:b@idp.example/authorize", "https://idp.example", false],
  ["vscode://file/etc/passwd", "https://idp.example", false],
  ["", "https://idp.example", false],
])("sends something to %s for %s: %s", (address, issuer, expected) => {
  expect(mayBeSentTo(address, issuer)).toBe(expected);
});

describe("decideAccess", () => {
  const account = {
    issuer: rules.issuer,
    email: "alice@corp.test",
    totpSealed: "sealed",
    totpEnrolledAt: now - 400 * day,
  };
  const done = {
    completedAt: now - 100 * day,
    hadSecondFactor: true,
    createdAt: now - 100 * day,
    lastUsedAt: now - day,
    endedAt: null,
    publicKey: "key",
  };
  const begun = {
    completedAt: null,
    hadSecondFactor: false,
    createdAt: now,
    lastUsedAt: now,
    endedAt: null,
    publicKey: null,
  };
  it.each([
    ["a recently used one", done, {}, "board"],
    ["one in its last millisecond", { ...done, lastUsedAt: now - 90 * day + 1 }, {}, "board"],
    ["one unused for 90 days", { ...done, lastUsedAt: now - 90 * day }, {}, "nothing"],
    ["an ended one", { ...done, endedAt: now }, {}, "nothing"],
    ["one just started", begun, {}, "second_factor"],
    [
      "one started almost 15 minutes ago",
      { ...begun, lastUsedAt: now - 15 * minute + 1 },
      {},
      "second_factor",
    ],
    ["one started 15 minutes ago", { ...begun, lastUsedAt: now - 15 * minute }, {}, "nothing"],
    ["one started before the clock was set back", { ...begun, createdAt: now + day }, {}, "second_factor"],
    ["one started before the reset", begun, { resetBefore: now + 1 }, "nothing"],
    ["one without a code", { ...done, hadSecondFactor: false }, {}, "nothing"],
    [
      "one without a code, while none is needed",
      { ...done, hadSecondFactor: false },
      { secondFactor: "off" },
      "board",
    ],
    ["one from a provider that was replaced", done, { issuer: "https://new.example" }, "nothing"],
    ["one from a domain that is no longer allowed", done, { allowedDomains: ["other.test"] }, "nothing"],
    ["one from before the reset", done, { resetBefore: now - 99 * day }, "nothing"],
    ["one whose authenticator is from before the reset", done, { resetBefore: now - 101 * day }, "nothing"],
    [
      "one since the reset, without second factor",
      done,
      { resetBefore: now - 101 * day, secondFactor: "off" },
      "board",
    ],
  ] as const)("decides what %s gives access to", (_title, signIn, change, expected) => {
    expect(decideAccess({ signIn, account }, { ...rules, ...change }, now)).toBe(expected);
  });

  it("gives no access before the browser has its key", () => {
    expect(decideAccess({ signIn: { ...done, publicKey: null }, account }, rules, now)).toBe("nothing");
  });

  it("gives no access without an authenticator once one is required", () => {
    const without = { ...account, totpSealed: null, totpEnrolledAt: null };
    expect(decideAccess({ signIn: done, account: without }, rules, now)).toBe("nothing");
    expect(decideAccess({ signIn: done, account: without }, { ...rules, secondFactor: "off" }, now)).toBe(
      "board",
    );
  });
});

describe("locks", () => {
  it.each([
    [0, 15],
    [1, 30],
    [2, 60],
    [6, 960],
    [7, 1_440],
    [60, 1_440],
  ])("after %i previous ones last %i minutes", (before, minutes) => {
    expect(lockMs(before)).toBe(minutes * minute);
  });

  it("start with the fifth wrong code, and later ones last longer", () => {
    let tries: Tries = { wrongCodes: 0, lockCount: 0, lockedUntil: null };
    for (let wrong = 1; wrong <= 4; wrong += 1) tries = afterWrongCode(tries, now);
    expect(tries).toEqual({ wrongCodes: 4, lockCount: 0, lockedUntil: null });
    tries = afterWrongCode(tries, now);
    expect(tries).toEqual({ wrongCodes: 0, lockCount: 1, lockedUntil: now + 15 * minute });
    for (let wrong = 1; wrong <= 5; wrong += 1) tries = afterWrongCode(tries, now + 20 * minute);
    expect(tries).toEqual({ wrongCodes: 0, lockCount: 2, lockedUntil: now + 50 * minute });
  });

  it.each([
    [null, 0],
    [now + 1, 1],
    [now + 15 * minute, 15],
    [now, 0],
    [now - 1, 0],
  ])("until %s have %i minutes left", (lockedUntil, minutes) => {
    expect(minutesLocked({ lockedUntil }, now)).toBe(minutes);
  });
});

it.each([
  [null, null, false],
  [5, null, true],
  [6, 5, true],
  [5, 5, false],
  [4, 5, false],
])("step %s after step %s is fresh: %s", (step, last, fresh) => {
  expect(isFreshStep(step, last)).toBe(fresh);
});

it("accepts an authenticator enrolled at or after the reset", () => {
  const account = { totpSealed: "sealed", totpEnrolledAt: now };
  expect(hasAuthenticator(account, { resetBefore: now })).toBe(true);
  expect(hasAuthenticator(account, { resetBefore: now + 1 })).toBe(false);
  expect(hasAuthenticator({ ...account, totpSealed: null }, rules)).toBe(false);
});

it("trusts a browser until it expires, unless it is from before the reset", () => {
  const browser = { createdAt: now, expiresAt: now + day };
  expect(isTrusted(browser, rules, now + day - 1)).toBe(true);
  expect(isTrusted(browser, rules, now + day)).toBe(false);
  expect(isTrusted(browser, { resetBefore: now + 1 }, now + 1)).toBe(false);
});

it("records a use once a day", () => {
  expect(isUseDue(now, now + day - 1)).toBe(false);
  expect(isUseDue(now, now + day)).toBe(true);
});

describe("localPath", () => {
  it.each(["/", "/sessions/3?panel=goal#end", "/settings/sign-in"])("keeps %s", (path) => {
    expect(localPath(path)).toBe(path);
  });
  it.each([
    undefined,
    "",
    "sessions/3",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/%0d%0aSet-Cookie:x\n",
    "/a\\b",
    "/.//evil.test",
    "/x/..//evil.test",
    "https://evil.test/",
    "javascript:alert(1)",
    "/sign-in",
    "/sign-in/callback?code=1",
    `/${"a".repeat(2_000)}`,
  ])("replaces %j with /", (path) => {
    expect(localPath(path)).toBe("/");
  });
});
