const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long the provider's step may take, and again how long what follows it may. */
export const stepMs = 15 * minuteMs;
/** How long a window of the app waits for the person's browser. */
export const handOverMs = 5 * minuteMs;
const wrongCodesToLock = 5;

export interface Rules {
  issuer: string;
  allowedDomains: readonly string[];
  secondFactor: "required" | "off";
  signInDays: number;
  trustedBrowserDays: number;
  /** Epoch ms; null = nothing is void. */
  resetBefore: number | null;
}

/** Which of the settings that turn web sign-in on are made. */
export function judgeSetUp(made: Readonly<Record<string, boolean>>): {
  state: "off" | "on" | "incomplete";
  missing: string[];
} {
  const names = Object.keys(made);
  const missing = names.filter((name) => made[name] === false);
  if (missing.length === names.length) return { state: "off", missing };
  return { state: missing.length === 0 ? "on" : "incomplete", missing };
}

export type ClaimsVerdict =
  | { kind: "admitted"; email: string; name: string }
  | { kind: "email_unverified" | "domain_not_allowed" };

/**
 * Whether the holder of a verified ID token may enter. What was asked of the provider proves nothing, so the
 * token's own `hd` counts, and the address has to be of an allowed domain too.
 */
export function judgeClaims(
  claims: Readonly<Record<string, unknown>>,
  { allowedDomains }: Pick<Rules, "allowedDomains">,
): ClaimsVerdict {
  const { email, email_verified: verified, hd, name } = claims;
  if (typeof email !== "string" || verified !== true) return { kind: "email_unverified" };
  const domain = typeof hd === "string" ? hd.toLowerCase() : "";
  if (!allowedDomains.includes(domain) || !allowedDomains.includes(domainOf(email)))
    return { kind: "domain_not_allowed" };
  const called = typeof name === "string" ? oneLine(name).slice(0, 200) : "";
  return { kind: "admitted", email: email.toLowerCase(), name: called === "" ? email : called };
}

/** Names stand in logs, timelines and prompts: no breaks, nothing that turns the writing round. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, " ").trim();

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const isSinceReset = (at: number, { resetBefore }: Pick<Rules, "resetBefore">): boolean =>
  resetBefore === null || at >= resetBefore;

/** Whether an account's authenticator counts; one from before the reset does not. */
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

/** What a sign-in opens now. The settings of today count, not those of the day it was made. */
export function judgeSignIn(
  { signIn, account }: { signIn: SignIn; account: Account },
  rules: Rules,
  now: number,
): "board" | "second_factor" | "nothing" {
  const isOfToday = account.issuer === rules.issuer && rules.allowedDomains.includes(domainOf(account.email));
  if (signIn.endedAt !== null || !isOfToday) return "nothing";
  if (signIn.completedAt === null) return now < signIn.createdAt + stepMs ? "second_factor" : "nothing";
  if (!isSinceReset(signIn.completedAt, rules)) return "nothing";
  if (rules.secondFactor === "required" && !hasAuthenticator(account, rules)) return "nothing";
  return now < signIn.lastUsedAt + rules.signInDays * dayMs ? "board" : "nothing";
}

/** Uses are noted at most daily. */
export const isUseToNote = (lastUsedAt: number, now: number): boolean => now - lastUsedAt >= dayMs;

export const isTrusted = (
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  rules: Pick<Rules, "resetBefore">,
  now: number,
): boolean => now < expiresAt && isSinceReset(createdAt, rules);

export const trustedUntil = ({ trustedBrowserDays }: Pick<Rules, "trustedBrowserDays">, now: number) =>
  now + trustedBrowserDays * dayMs;

/** A lock lasts 15 minutes, each further one in a row twice as long, a day at most. */
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

/** Each code opens once, so a step counts only after the last one that was used. */
export const isFreshStep = (step: number | null, lastStep: number | null): step is number =>
  step !== null && (lastStep === null || step > lastStep);

/** A path of the board to go on to; anything that could lead elsewhere leads to its first page. */
export function localPath(wanted: string | undefined): string {
  const isPath = wanted !== undefined && wanted.length <= 2_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted);
  if (!isPath || wanted.includes("\\")) return "/";
  const base = "http://board.invalid";
  const url = URL.parse(wanted, base);
  if (url?.origin !== base || url.pathname.startsWith("//") || url.pathname.startsWith("/sign-in"))
    return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bElectron\//, "The Signalbox app"],
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux|X11/, "Linux"],
];

/** What a person calls the browser that sent this User-Agent. */
export function browserName(userAgent: string | undefined): string {
  const of = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const system = of(systems);
  return (of(browsers) ?? "A browser") + (system === undefined ? "" : ` on ${system}`);
}

/** The window of the desktop app. Identity providers refuse to sign people in there. */
export const isAppWindow = (userAgent: string | undefined): boolean => /\bElectron\//.test(userAgent ?? "");
