import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { TrustCard } from "./TrustCard.tsx";
import { text } from "./text.ts";

/** What of the repository's own settings the session's agent does not get; nothing if it brings none. */
export function TrustNotice({ session }: { session: Session }) {
  const { repository_trust: trust, git_root: gitRoot, status } = session;
  if (trust === null || gitRoot === null || trust.left_out.length === 0 || status === "archived") return null;
  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pt-3 md:px-6">
      <TrustCard {...text.notice} address={trust.address} gitRoot={gitRoot}>
        <ul className="flex flex-wrap gap-x-3 gap-y-0.5 font-mono text-2xs leading-5">
          {trust.left_out.map((path) => (
            <li key={path} className="wrap-anywhere">
              {path}
            </li>
          ))}
        </ul>
      </TrustCard>
    </div>
  );
}
