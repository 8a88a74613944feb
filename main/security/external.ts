export type ExternalDecision = "open" | "confirm" | "refuse";

/** Windows truncates the arguments of a program at 2081 characters. */
const longestAddress = 2_000;

/**
 * Decides whether an address may be passed to the operating system. Refuses every other scheme (file:, smb:, ms-*:,
 * javascript:) and addresses with credentials, which mostly serve to hide the real host.
 */
export function decideExternal(address: string): ExternalDecision {
  const url = URL.parse(address);
  if (!url || url.href.length > longestAddress || url.username + url.password !== "") return "refuse";
  if (url.protocol === "https:" || url.protocol === "mailto:") return "open";
  return url.protocol === "http:" ? "confirm" : "refuse";
}
