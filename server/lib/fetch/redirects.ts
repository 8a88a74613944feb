import type { IncomingMessage } from "node:http";
import { FetchRefused } from "./answers.ts";

interface Hop<Answer> {
  ask(url: URL): Promise<Answer>;
  headOf(answer: Answer): IncomingMessage;
  /** Called before another origin is asked. */
  dropCredential(): void;
}

const mostRedirects = 3;

/** Asks until the answer is no redirect, which is followed for GET alone. Resolves with the last answer and where it came from. */
export async function followRedirects<Answer>(
  first: URL,
  { method, redirect }: { method: string; redirect: string },
  hop: Hop<Answer>,
): Promise<{ answer: Answer; url: URL }> {
  let url = first;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const answer = await hop.ask(url);
    const head = hop.headOf(answer);
    const target = redirect === "manual" ? null : redirectTarget(head, url);
    if (target === null) return { answer, url };
    head.destroy();
    if (method !== "GET" || redirect === "error")
      throw new FetchRefused(`${url.host} answered with a redirect, which is not followed here`);
    if (target.origin !== url.origin) hop.dropCredential();
    url = target;
  }
  throw new FetchRefused(`${first.href} redirects more than ${mostRedirects} times`);
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Where an answer redirects to; null if it does not. */
function redirectTarget({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.includes(statusCode) || headers.location === undefined) return null;
  const target = URL.parse(headers.location, from.href);
  if (!target) throw new FetchRefused(`${from.host} redirects to an invalid address`);
  if (from.protocol === "https:" && target.protocol !== "https:")
    throw new FetchRefused(`${from.host} redirects from https to ${target.protocol}`);
  return target;
}
