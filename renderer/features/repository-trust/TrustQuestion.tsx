import { useTrustOf } from "./api.ts";
import { TrustCard } from "./TrustCard.tsx";
import { text } from "./text.ts";

/** Asks in the form of a new session; nothing for a repository that is trusted. */
export function TrustQuestion({ gitRoot }: { gitRoot: string }) {
  const { data } = useTrustOf(gitRoot);
  if (gitRoot === "" || !data || data.trusted) return null;
  return <TrustCard {...text.form} address={data.address} gitRoot={gitRoot} />;
}
