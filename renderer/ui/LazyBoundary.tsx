import { Component, type ReactNode, Suspense } from "react";
import { ChunkLoadError } from "../lib/lazy-component.ts";

interface Props {
  /** Stands in its place until it is there, and for good where it cannot be had any more. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of the page where the part will not come any more; the page's banner says so. */
class ChunkErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) return this.props.fallback;
    if (error !== null) throw error;
    return this.props.children;
  }
}

/** A small part of the page that is fetched when it is wanted. */
export function LazyBoundary({ fallback = null, children }: Props) {
  return (
    <ChunkErrorBoundary fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ChunkErrorBoundary>
  );
}
