import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryContent } from "../../ui/QueryContent.tsx";

interface Props<T> {
  title: string;
  query: UseQueryResult<T>;
  /** As a sentence has it: "the pictures". */
  what: string;
  children(data: T): ReactNode;
}

/** One kind of artifact, read by itself. */
export function Block<T>({ title, query, what, children }: Props<T>) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold text-ink">{title}</h2>
      <QueryContent query={query} what={what} lines={2} shape="files">
        {children}
      </QueryContent>
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-xs text-faint">{children}</p>;
}
