import { Component, type ReactNode, Suspense } from "react";
import { ChunkLoadError } from "../lib/lazy-component.ts";

interface Props {
  /** Shown while the code loads, and permanently if it fails to load. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of the page working if the code cannot be loaded; the page shows a banner. */
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

/** Wraps a small part of the page whose code is loaded on demand. */
export function LazyBoundary({ fallback = null, children }: Props) {
  return (
    <ChunkErrorBoundary fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ChunkErrorBoundary>
  );
}
