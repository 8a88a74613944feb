import { Component, type ReactNode, Suspense } from "react";
import { PartGone } from "../lib/lazy-component.ts";

interface Props {
  /** Stands in its place until it is there, and for good where it cannot be had any more. */
  until?: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of the page where the part will not come any more; the page's banner says so. */
class Kept extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof PartGone) return this.props.until;
    if (error !== null) throw error;
    return this.props.children;
  }
}

/** A small part of the page that is fetched when it is wanted. */
export function Deferred({ until = null, children }: Props) {
  return (
    <Kept until={until}>
      <Suspense fallback={until}>{children}</Suspense>
    </Kept>
  );
}
