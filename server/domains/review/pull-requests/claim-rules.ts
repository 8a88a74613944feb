import { isOneOf, type PullRequestLink, pullRequestLinks, type Repository } from "./link-rules.ts";
import { withoutCode } from "./markdown-rules.ts";

const verb = "(?:opened|created|raised|submitted|filed|published)";
/** What may come before the verb of a claim: the agent itself, but not someone else or a negation. */
const subject =
  "(?<=^|[.!?:;,*_(|#\\-–—✅][ \\t]*|\\b(?:i|we|i['’]ve|we['’]ve|have|has|been|was|is|and|now|then|just|also|successfully|pr|request)[ \\t*_]+)";
const noun = "\\b(?:pull request|pr)\\b";

const claim = new RegExp(
  `${subject}${verb}(?:[\\s:*_(<[→–—-]{1,6}|\\b[^\\n.]{0,30}?${noun}[^\\n]{0,25}?)(${pullRequestLinks.pattern})`,
  "gim",
);

/** Pull requests of its own repositories that an agent says it has opened. */
export function claimedLinks(text: string, own: readonly Repository[]): PullRequestLink[] {
  if (own.length === 0 || !text.includes("/pull/")) return [];
  const words = withoutCode(text).replaceAll(/^[ \t]*>.*$/gm, "");
  const links = [...words.matchAll(claim)].flatMap(([, url]) => pullRequestLinks.linksIn(url ?? ""));
  return links.filter((link) => isOneOf(link, own));
}
