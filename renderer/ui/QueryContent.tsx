import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { LoadErrorAlert } from "./LoadErrorAlert.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface Props<T> {
  query: UseQueryResult<T>;
  /** What is being read, as a sentence has it: "the keys". */
  what: string;
  /** About as many lines as will stand there. */
  lines?: number;
  shape?: ComponentProps<typeof Skeleton>["shape"];
  children(data: T): ReactNode;
}

/** What was read, or how the reading goes: under way, or failed and to be tried again. */
export function QueryContent<T>({ query, what, lines = 4, shape = "lines", children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton lines={lines} shape={shape} label={`Loading ${what}`} />;
  return <LoadErrorAlert what={what} error={query.error} onRetry={() => void query.refetch()} />;
}
