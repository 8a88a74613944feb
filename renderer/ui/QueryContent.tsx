import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { LoadErrorAlert } from "./LoadErrorAlert.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { text } from "./text.ts";

interface Props<T> {
  query: UseQueryResult<T>;
  /** What is loaded, such as "the keys". */
  what: string;
  /** Lines of the skeleton: about as many as the content will have. */
  lines?: number;
  shape?: ComponentProps<typeof Skeleton>["shape"];
  children(data: T): ReactNode;
}

/** Renders a query's data, a skeleton while it loads, or an error with a retry button. */
export function QueryContent<T>({ query, what, lines = 4, shape = "lines", children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton lines={lines} shape={shape} label={text.load.loading(what)} />;
  return <LoadErrorAlert what={what} error={query.error} onRetry={() => void query.refetch()} />;
}
