import type { ReactNode } from "react";

interface Props {
  title: string;
  children: ReactNode;
}

/** Related fields of a long form, under a heading. */
export function FieldGroup({ title, children }: Props) {
  return (
    <fieldset className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-3 pb-4">
      {/* Floating moves the legend out of the border. */}
      <legend className="float-start mb-3 w-full text-base font-semibold">{title}</legend>
      <div className="clear-both flex flex-col gap-4">{children}</div>
    </fieldset>
  );
}
