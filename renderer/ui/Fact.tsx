import type { ReactNode } from "react";

/** A line of a list of facts (`dl`): what it is about, and what is known. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{label}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
