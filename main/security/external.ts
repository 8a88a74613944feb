export type ExternalDecision = "open" | "confirm" | "refuse";

/** Windows cuts what a program is started with at 2081 characters. */
const longestAddress = 2_000;

/**
 * Whether an address may be given to the operating system. Whatever else a scheme may start (file:, smb:, ms-*:,
 * javascript:) is refused, and so is an address that carries credentials, which mostly serve to hide the real host.
 */
export function decideExternal(address: string): ExternalDecision {
  const url = URL.parse(address);
  if (!url || url.href.length > longestAddress || url.username + url.password !== "") return "refuse";
  if (url.protocol === "https:" || url.protocol === "mailto:") return "open";
  return url.protocol === "http:" ? "confirm" : "refuse";
}
