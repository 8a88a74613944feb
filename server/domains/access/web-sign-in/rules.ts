const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Time limit for the provider's step, and again for the steps after it. */
export const stepMs = 15 * minuteMs;
/** How long an app window waits for the person's browser. */
export const desktopSignInMs = 5 * minuteMs;
const wrongCodesToLock = 5;
/** How far the provider's clock may be from ours. */
export const skewSeconds = 300;

export interface Rules {
  issuer: string;
  allowedDomains: readonly string[];
  secondFactor: "required" | "off";
  signInDays: number;
  trustedBrowserDays: number;
  /** Epoch ms; sign-ins and authenticators from before it are void. Null if there was no reset. */
  resetBefore: number | null;
}

/** Whether web sign-in is on, given which of its required settings are set. */
export function decideSetUp(isSet: Readonly<Record<string, boolean>>): {
  state: "off" | "on" | "incomplete";
  missing: string[];
} {
  const names = Object.keys(isSet);
  const missing = names.filter((name) => isSet[name] === false);
  if (missing.length === names.length) return { state: "off", missing };
  return { state: missing.length === 0 ? "on" : "incomplete", missing };
}

/**
 * Whether a verified ID token was made for this client just now: OpenID Connect Core, 3.1.3.7, leaves these checks to the
 * client. A subject identifies an account, so it has to say something.
 */
export function isForClient(
  { sub, iat, azp }: Readonly<Record<string, unknown>>,
  { clientId, now }: { clientId: string; now: number },
): boolean {
  const isPast = typeof iat === "number" && iat * 1_000 <= now + skewSeconds * 1_000;
  return isPast && (azp === undefined || azp === clientId) && typeof sub === "string" && sub.trim() !== "";
}

/**
 * Whether browsers and secrets may be sent to an address that the provider names: with https, or on this machine if the
 * provider is here too.
 */
export function mayBeSentTo(address: string, issuer: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (isPlainLoopback(address) && isPlainLoopback(issuer));
}

/** Only on this machine may a provider be used without TLS. */
export function isPlainLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}

export type ClaimsVerdict =
  | { kind: "admitted"; email: string; name: string }
  | { kind: "email_unverified" | "domain_not_allowed" };

/**
 * Whether the holder of a verified ID token may sign in. The `hd` parameter sent to the provider proves nothing, so
 * the token's own `hd` claim and the domain of the address must both be allowed.
 */
export function decideClaims(
  claims: Readonly<Record<string, unknown>>,
  { allowedDomains }: Pick<Rules, "allowedDomains">,
): ClaimsVerdict {
  const { email: given, email_verified: verified, hd, name } = claims;
  if (typeof given !== "string" || verified !== true) return { kind: "email_unverified" };
  const email = lowerCase(given);
  const isOfDomain = typeof hd === "string" && allowedDomains.includes(lowerCase(hd));
  if (!isOfDomain || !isAllowedAddress(email, { allowedDomains })) return { kind: "domain_not_allowed" };
  const displayName = typeof name === "string" ? oneLine(name).slice(0, 200) : "";
  return { kind: "admitted", email, name: displayName === "" ? given : displayName };
}

/** Only of A to Z: some letters of other scripts become one of those in lower case. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Whether an address in lower case is one plain address of an allowed domain. Addresses say who did what in logs, prompts and
 * pages, so quotes, spaces, letters that look like others and a second address are left out.
 */
export function isAllowedAddress(
  address: string,
  { allowedDomains }: Pick<Rules, "allowedDomains">,
): boolean {
  const [, domain] = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([^@]+)$/.exec(address) ?? [];
  return domain !== undefined && allowedDomains.includes(domain);
}

/** Names appear in logs, session logs and prompts, so line breaks and bidirectional characters are removed. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, " ").trim();

const isSinceReset = (at: number, { resetBefore }: Pick<Rules, "resetBefore">): boolean =>
  resetBefore === null || at >= resetBefore;

/** Whether an account has a valid authenticator; one from before the reset does not count. */
export const hasAuthenticator = (
  { totpSealed, totpEnrolledAt }: { totpSealed: string | null; totpEnrolledAt: number | null },
  rules: Pick<Rules, "resetBefore">,
): boolean => totpSealed !== null && totpEnrolledAt !== null && isSinceReset(totpEnrolledAt, rules);

interface SignIn {
  completedAt: number | null;
  hadSecondFactor: boolean;
  createdAt: number;
  lastUsedAt: number;
  endedAt: number | null;
  /** Of the key with which the browser's page signs. */
  publicKey: string | null;
}
interface Account {
  issuer: string;
  email: string;
  totpSealed: string | null;
  totpEnrolledAt: number | null;
}

/** What a sign-in gives access to under the current settings. */
export function decideAccess(
  { signIn, account }: { signIn: SignIn; account: Account },
  rules: Rules,
  now: number,
): "board" | "second_factor" | "nothing" {
  const isAllowed = account.issuer === rules.issuer && isAllowedAddress(account.email, rules);
  if (signIn.endedAt !== null || !isAllowed) return "nothing";
  if (!isSinceReset(signIn.completedAt ?? signIn.createdAt, rules)) return "nothing";
  if (signIn.completedAt === null) return now < signIn.lastUsedAt + stepMs ? "second_factor" : "nothing";
  // Not bound yet, or of a version that had none.
  if (signIn.publicKey === null) return "nothing";
  const hasSecondFactor = signIn.hadSecondFactor && hasAuthenticator(account, rules);
  if (rules.secondFactor === "required" && !hasSecondFactor) return "nothing";
  return now < signIn.lastUsedAt + rules.signInDays * dayMs ? "board" : "nothing";
}

/** Uses are recorded at most once a day. */
export const isUseDue = (lastUsedAt: number, now: number): boolean => now - lastUsedAt >= dayMs;

export const isTrusted = (
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  rules: Pick<Rules, "resetBefore">,
  now: number,
): boolean => now < expiresAt && isSinceReset(createdAt, rules);

export const trustedUntil = ({ trustedBrowserDays }: Pick<Rules, "trustedBrowserDays">, now: number) =>
  now + trustedBrowserDays * dayMs;

/** The first lock lasts 15 minutes and each further one in a row twice as long, up to a day. */
export const lockMs = (locksBefore: number): number => Math.min(15 * minuteMs * 2 ** locksBefore, dayMs);

export interface Tries {
  wrongCodes: number;
  lockCount: number;
  lockedUntil: number | null;
}

export function afterWrongCode({ wrongCodes, lockCount, lockedUntil }: Tries, now: number): Tries {
  if (wrongCodes + 1 < wrongCodesToLock) return { wrongCodes: wrongCodes + 1, lockCount, lockedUntil };
  return { wrongCodes: 0, lockCount: lockCount + 1, lockedUntil: now + lockMs(lockCount) };
}

export const minutesLocked = ({ lockedUntil }: Pick<Tries, "lockedUntil">, now: number): number =>
  lockedUntil === null ? 0 : Math.max(0, Math.ceil((lockedUntil - now) / minuteMs));

/** Each code works once, so its step must be later than the last one that was used. */
export const isFreshStep = (step: number | null, lastStep: number | null): step is number =>
  step !== null && (lastStep === null || step > lastStep);

/** A path on the board to redirect to; anything that could lead elsewhere becomes "/". */
export function localPath(wanted: string | undefined): string {
  const isPath = wanted !== undefined && wanted.length <= 2_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted);
  if (!isPath || wanted.includes("\\")) return "/";
  const base = "http://board.invalid";
  const url = URL.parse(wanted, base);
  if (url?.origin !== base || url.pathname.startsWith("//") || url.pathname.startsWith("/sign-in"))
    return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether this is the desktop app's window, where identity providers refuse to sign people in. */
export const isAppWindow = (userAgent: string | undefined): boolean => /\bElectron\//.test(userAgent ?? "");
