const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Time limit for the provider's step, and again for the steps after it. */
export const stepMs = 15 * minuteMs;
/** How long an app window waits for the person's browser. */
export const desktopSignInMs = 5 * minuteMs;
const wrongCodesToLock = 5;

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
  const { email, email_verified: verified, hd, name } = claims;
  if (typeof email !== "string" || verified !== true) return { kind: "email_unverified" };
  const domain = typeof hd === "string" ? hd.toLowerCase() : "";
  if (!allowedDomains.includes(domain) || !allowedDomains.includes(domainOf(email)))
    return { kind: "domain_not_allowed" };
  const displayName = typeof name === "string" ? oneLine(name).slice(0, 200) : "";
  return { kind: "admitted", email: email.toLowerCase(), name: displayName === "" ? email : displayName };
}

/** Names appear in logs, session logs and prompts, so line breaks and bidirectional characters are removed. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, " ").trim();

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const isSinceReset = (at: number, { resetBefore }: Pick<Rules, "resetBefore">): boolean =>
  resetBefore === null || at >= resetBefore;

/** Whether an account has a valid authenticator; one from before the reset does not count. */
export const hasAuthenticator = (
  { totpSealed, totpEnrolledAt }: { totpSealed: string | null; totpEnrolledAt: number | null },
  rules: Pick<Rules, "resetBefore">,
): boolean => totpSealed !== null && totpEnrolledAt !== null && isSinceReset(totpEnrolledAt, rules);

interface SignIn {
  completedAt: number | null;
  createdAt: number;
  lastUsedAt: number;
  endedAt: number | null;
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
  const isAllowed = account.issuer === rules.issuer && rules.allowedDomains.includes(domainOf(account.email));
  if (signIn.endedAt !== null || !isAllowed) return "nothing";
  if (signIn.completedAt === null) return now < signIn.createdAt + stepMs ? "second_factor" : "nothing";
  if (!isSinceReset(signIn.completedAt, rules)) return "nothing";
  if (rules.secondFactor === "required" && !hasAuthenticator(account, rules)) return "nothing";
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
