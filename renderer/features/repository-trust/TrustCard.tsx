import { ShieldQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { TrustButton } from "./TrustButton.tsx";

interface Props {
  title: string;
  about: string;
  address: string;
  gitRoot: string;
  /** What is left out. */
  children?: ReactNode;
}

/** Says that a repository is not trusted, and offers to trust it. */
export function TrustCard({ title, about, address, gitRoot, children }: Props) {
  return (
    <section
      aria-label={title}
      className="flex gap-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm"
    >
      <ShieldQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-needs" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <h2 className="font-medium">{title}</h2>
        <p className="text-soft">{about}</p>
        {children}
        <TrustButton address={address} gitRoot={gitRoot} />
      </div>
    </section>
  );
}
