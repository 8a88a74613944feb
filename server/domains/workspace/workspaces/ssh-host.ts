import { hostOfSsh } from "./rules.ts";

const limitMs = 10_000;

/**
 * A git URL with the host that SSH connects to in place of the name that the owner's configuration of SSH has for it
 * (`Host github.com-work`). Any other URL as it is.
 */
export async function withSshHost(
  url: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const named = hostOfSsh(url);
  if (named === null) return url;
  const { execa } = await import("execa");
  const { stdout, failed } = await execa("ssh", ["-G", "--", named.host], {
    env: environment,
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: limitMs,
  });
  const host = /^hostname (\S+)$/m.exec(stdout ?? "")?.[1];
  return failed || host === undefined ? url : `ssh://${host}/${named.path}`;
}
