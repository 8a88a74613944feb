import { z } from "zod";
import { type gitHubClient, statusOf } from "../../../lib/github/index.ts";
import { type PullRequestLink, type Repository, repositoryNamed } from "./link-rules.ts";

/** A repository as GitHub knows it. */
export interface KnownRepository {
  /** Its present name, whatever it was called when it was cloned. */
  name: Repository;
  /** What it was forked from; null for one that is no fork, or whose origin the token cannot see. */
  parent: Repository | null;
}

/** Reads what GitHub says of repositories; null for what it does not show. */
export function repositoryReader(call: ReturnType<typeof gitHubClient>["call"]) {
  const unlessHidden = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
    asked.catch((error: unknown) => {
      if ([403, 404, 410, 451].includes(statusOf(error) ?? 0)) return null;
      throw error;
    });

  return {
    repository: ({ owner, repo }: Repository, signal: AbortSignal): Promise<KnownRepository | null> =>
      unlessHidden(
        call(async (octokit) => {
          const { data } = await octokit.request("GET /repos/{owner}/{repo}", {
            owner,
            repo,
            request: { signal },
          });
          const { full_name: name, parent } = repositoryAnswer.parse(data);
          return { name, parent: parent?.full_name ?? null };
        }),
      ),

    /** The repository that a pull request comes from; null if that is gone. */
    headRepository: (
      { owner, repo, number: pull_number }: PullRequestLink,
      signal: AbortSignal,
    ): Promise<Repository | null> =>
      unlessHidden(
        call(async (octokit) => {
          const { data } = await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
            owner,
            repo,
            pull_number,
            request: { signal },
          });
          return pullRequestAnswer.parse(data).head.repo?.full_name ?? null;
        }),
      ),
  };
}

const fullName = z.string().transform((text, context) => {
  const found = repositoryNamed(text);
  if (found === null) context.addIssue("no repository");
  return found ?? z.NEVER;
});

const repositoryAnswer = z.object({
  full_name: fullName,
  parent: z.object({ full_name: fullName }).nullish(),
});
const pullRequestAnswer = z.object({
  head: z.object({ repo: z.object({ full_name: fullName }).nullable() }),
});
