import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { newToken } from "../../../lib/new-token.ts";
import { isTrusted, type Rules, trustedUntil } from "./rules.ts";
import type { AccountRow, Entry, TrustedRow, WebSignInStore } from "./store.ts";

export type TrustedBrowsers = ReturnType<typeof trustedBrowsers>;

/** Browsers that sign in without a code. */
export function trustedBrowsers({
  store,
  clock,
  rules,
}: {
  store: WebSignInStore;
  clock: Clock;
  rules: Pick<Rules, "resetBefore" | "trustedBrowserDays">;
}) {
  const isValid = (row: TrustedRow): boolean => isTrusted(row, rules, clock.now());
  const find = (token: string): TrustedRow | undefined =>
    token === "" ? undefined : store.trusted(digestOf(token));

  return {
    /** Returns the cookie that identifies the browser. */
    add({ signIn, account }: Entry): string {
      const token = newToken();
      const now = clock.now();
      store.trust({
        accountId: account.id,
        digest: digestOf(token),
        browser: signIn.browser,
        createdAt: now,
        expiresAt: trustedUntil(rules, now),
      });
      return token;
    },
    knows(account: AccountRow, token: string): boolean {
      const row = find(token);
      return row?.accountId === account.id && isValid(row);
    },
    idOf: (token: string): number | null => find(token)?.id ?? null,
    of: (account: AccountRow): TrustedRow[] => store.trustedOf(account.id).filter(isValid),
  };
}
