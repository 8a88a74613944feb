import { directLoopback } from "../lib/proxy-rules.ts";

/** What a CLI's own sign-in command shows in its terminal so far. */
export interface LoginScreen {
  /** Where a person signs in. */
  url: string | null;
  /** What they enter there. */
  code: string | null;
  /** The command waits for a code that the page shows. */
  asksForCode: boolean;
}

/** How a CLI signs a person in. It runs in a terminal of its own, with an empty home. */
export interface LoginCommand {
  args(email: string): readonly string[];
  environment(home: string): Record<string, string>;
  /** Reads the terminal's text without its control sequences. */
  read(screen: string): LoginScreen;
}

/** What such a command needs of the service's environment: no key, and no other CLI's settings. */
const kept =
  /^(PATH|LANG|LC_[A-Z]+|TMPDIR|TEMP|TMP|SystemRoot|SYSTEMROOT|ComSpec|PATHEXT|[A-Za-z]+_PROXY|[a-z]+_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/;

export const loginEnvironment = (
  service: Readonly<Record<string, string | undefined>>,
  home: string,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(service).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  ),
  ...directLoopback(service),
  HOME: home,
  USERPROFILE: home,
  TERM: "xterm-256color",
  // The person opens the link where they are.
  BROWSER: "true",
});

/** The last that fits: a command that asks again shows a new one. */
export const lastMatch = (screen: string, pattern: RegExp): string | null =>
  [...screen.matchAll(pattern)].at(-1)?.[0] ?? null;
