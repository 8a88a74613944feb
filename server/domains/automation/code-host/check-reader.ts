import { z } from "zod";
import type { gitHubClient } from "../../../lib/github/index.ts";
import { type FailedCheck, failedCheck, hostCheck } from "./builds.ts";
import { statusOf } from "./failed-answer.ts";

const pageSize = 100;
const checksAnswer = z.object({ check_runs: z.array(z.unknown()) });

/** Reads the checks that failed on the head of a branch; null if they are as in the answer with that tag. */
export const checkReader =
  ({ sent }: { sent(): void }, call: ReturnType<typeof gitHubClient>["call"]) =>
  (
    { repository, branch, etag }: { repository: string; branch: string; etag: string | undefined },
    signal: AbortSignal,
  ): Promise<{ checks: FailedCheck[]; etag: string | undefined } | null> =>
    call(signal, async (octokit, limit) => {
      sent();
      try {
        const { data, headers } = await octokit.request(
          `GET /repos/${repository}/commits/${encodeURIComponent(branch)}/check-runs`,
          {
            per_page: pageSize,
            status: "completed",
            ...(etag !== undefined && { headers: { "if-none-match": etag } }),
            request: { signal: limit },
          },
        );
        const found = checksAnswer.parse(data).check_runs.flatMap((run) => {
          const read = hostCheck.safeParse(run);
          return read.data ? (failedCheck(read.data, { repository, branch }) ?? []) : [];
        });
        return { checks: found.toSorted((one, other) => one.at - other.at), etag: headers.etag };
      } catch (error) {
        if (statusOf(error) === 304) return null;
        throw error;
      }
    });
