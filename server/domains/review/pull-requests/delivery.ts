import { z } from "zod";

const linked = z.object({ number: z.number().int().positive() });
const checked = z.object({ pull_requests: z.array(linked).default([]), head_sha: z.string().nullish() });

const payload = z.object({
  repository: z.object({ html_url: z.string() }),
  pull_request: linked.nullish().catch(null),
  /** A pull request's comments are those of its issue. */
  issue: linked
    .extend({ pull_request: z.object({}).nullish() })
    .nullish()
    .catch(null),
  check_run: checked.nullish().catch(null),
  check_suite: checked.nullish().catch(null),
  sha: z.string().nullish().catch(null),
});

/** The pull requests that a delivery of the code host is about: their addresses, or the commit at their head. */
export function subjectOf({ body }: { event: string; body: unknown }): {
  urls: string[];
  sha: string | null;
} {
  const read = payload.safeParse(body);
  if (!read.success) return { urls: [], sha: null };
  const { repository, pull_request: own, issue, check_run: run, check_suite: suite, sha } = read.data;
  const numbers = [
    ...(own ? [own.number] : []),
    ...(issue?.pull_request ? [issue.number] : []),
    ...[...(run?.pull_requests ?? []), ...(suite?.pull_requests ?? [])].map(({ number }) => number),
  ];
  const urls = [...new Set(numbers)].map((number) => `${repository.html_url}/pull/${number}`);
  return { urls, sha: sha ?? run?.head_sha ?? suite?.head_sha ?? null };
}
