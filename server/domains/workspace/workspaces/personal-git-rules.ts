/** What the person's own configuration of git says that programs of theirs take part in. */
export interface PersonalGit {
  signs: boolean;
  format: "openpgp" | "ssh" | "x509";
  /** As configured, with the home filled in; null if git is to find one itself. */
  signingKey: string | null;
  email: string | null;
  /** An absolute folder; null if hooks are the repository's. */
  hooksFolder: string | null;
}

export const wantedPersonal =
  "^(commit\\.gpgsign|tag\\.gpgsign|gpg\\.format|user\\.signingkey|user\\.email|core\\.hookspath)$";

export function personalGitIn(settings: ReadonlyMap<string, string>): PersonalGit {
  const isOn = (name: string): boolean => /^(?:true|yes|on|1)$/i.test(settings.get(name) ?? "");
  const format = settings.get("gpg.format");
  const hooks = settings.get("core.hookspath") ?? "";
  return {
    signs: isOn("commit.gpgsign") || isOn("tag.gpgsign"),
    format: format === "ssh" || format === "x509" ? format : "openpgp",
    signingKey: settings.get("user.signingkey") ?? null,
    email: settings.get("user.email") ?? null,
    hooksFolder: hooks.startsWith("/") && hooks !== "/dev/null" ? hooks : null,
  };
}

/** The part of a public key of SSH that tells it from others; null for any other text, a private key included. */
export function publicKeyIn(text: string): string | null {
  return /^(?:ssh|ecdsa|sk)-[\w@.-]+ +(AAAA[\w+/=]+)(?:\s|$)/.exec(text)?.[1] ?? null;
}

/** Hooks that git runs where people work; those of pushes that arrive are left to whoever takes them. */
export const workHooks: readonly string[] = [
  "applypatch-msg",
  "pre-applypatch",
  "post-applypatch",
  "pre-commit",
  "pre-merge-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "pre-rebase",
  "post-checkout",
  "post-merge",
  "post-rewrite",
  "pre-push",
];
