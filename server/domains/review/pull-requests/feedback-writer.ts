import { commentsToTell, type FailedCheck, isSettled, seenAt, wasTold, withHead } from "./feedback-rules.ts";
import type { Snapshot } from "./github.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { Holding, PullRequestRow, PullRequestStore } from "./store.ts";
import { text } from "./text.ts";

/** Tells sessions what failed checks and reviewers say about their pull requests. In the caller's transaction. */
export function feedbackWriter(
  deps: Pick<PullRequestDeps, "clock" | "post" | "notices" | "newToken">,
  store: PullRequestStore,
  canReceive: (sessionId: number) => boolean,
) {
  const { clock, notices } = deps;

  const isTold = (holding: Holding, row: Pick<PullRequestRow, "headSha">): boolean =>
    row.headSha !== null && wasTold(holding.checksToldShas, row.headSha);

  /** Since when the checks of this head are known to fail; null while they do not. */
  function failedAt(row: PullRequestRow, read: Snapshot): number | null {
    if (read.state !== "open" || read.ci !== "fail") return null;
    return row.headSha === read.headSha && row.checksFailedAt !== null ? row.checksFailedAt : clock.now();
  }

  /** By the host's clock. That the agent opened it is the agent's word, so what was there before is not for it. */
  const sightedAt = (holding: Holding, { hostNow }: Snapshot): number =>
    seenAt(holding, { hostNow, now: clock.now() });

  return {
    failedAt,

    /** Whether a session is to be told of the failed checks of this head, for which they have to be read. */
    wantsChecks(row: PullRequestRow, read: Snapshot): boolean {
      const since = failedAt(row, read);
      if (since === null || !isSettled(read, { failedAt: since, now: clock.now() })) return false;
      return store.holdings(row.id).some((holding) => {
        const { sessionId } = holding;
        return !isTold(holding, read) && notices.isOn(sessionId, "checks") && canReceive(sessionId);
      });
    },

    /** Once for each head. */
    tellChecks(row: PullRequestRow, read: Snapshot, failures: readonly FailedCheck[]): void {
      for (const holding of store.holdings(row.id)) {
        const { sessionId } = holding;
        if (isTold(holding, read) || !notices.isOn(sessionId, "checks") || !canReceive(sessionId)) continue;
        store.updateHolding(holding, { checksToldShas: withHead(holding.checksToldShas, read.headSha) });
        const since = failures.filter(({ at }) => at >= sightedAt(holding, read));
        const content = text.checksMessage({
          url: row.url,
          sha: read.headSha,
          failures: since,
          earlier: failures.length - since.length,
          token: deps.newToken(),
        });
        deps.post(sessionId, { content, sender: text.senders.poller, origin: "automated_checks_failed" });
      }
    },

    /** What a session is not to be told is not told later either. */
    tellComments(row: PullRequestRow, read: Snapshot): void {
      const { comments, ownLogin, hostNow } = read;
      if (comments.length === 0 || ownLogin === "") return;
      for (const holding of store.holdings(row.id)) {
        const { sessionId } = holding;
        const toldTo = holding.commentsToldTo ?? sightedAt(holding, read);
        const found = commentsToTell(comments, { toldTo, ownLogin, hostNow });
        const last = found.at(-1);
        if (!last) continue;
        store.updateHolding(holding, { commentsToldTo: last.at });
        if (!notices.isOn(sessionId, "comments") || !canReceive(sessionId)) continue;
        const content = text.commentsMessage({ url: row.url, comments: found, token: deps.newToken() });
        deps.post(sessionId, { content, sender: text.senders.poller, origin: "automated_review_comments" });
      }
    },
  };
}
