import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryContent } from "../../ui/QueryContent.tsx";

interface Props<T> {
  title: string;
  query: UseQueryResult<T>;
  /** As named in a sentence: "the pictures". */
  what: string;
  children(data: T): ReactNode;
}

/** A section with one kind of artifact, loaded separately. */
export function ArtifactSection<T>({ title, query, what, children }: Props<T>) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold text-ink">{title}</h2>
      <QueryContent query={query} what={what} lines={2} shape="files">
        {children}
      </QueryContent>
    </section>
  );
}

export function SectionNote({ children }: { children: ReactNode }) {
  return <p className="text-xs text-faint">{children}</p>;
}
