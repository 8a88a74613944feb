import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";
import { useOptimisticValue } from "./use-optimistic-value.ts";

interface Props {
  label: ReactNode;
  checked: boolean;
  /** May return a promise: the new value is shown until it settles. */
  onCheckedChange(checked: boolean): unknown;
}

/** An on/off switch that takes effect immediately; its label is clickable too. */
export function Switch({ label, checked: on, onCheckedChange }: Props) {
  const [shown, choose] = useOptimisticValue(on, onCheckedChange);
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-xs whitespace-nowrap text-soft select-none pointer-coarse:min-h-10">
      <Base.Root
        checked={shown}
        onCheckedChange={(next) => choose(next)}
        className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-edge bg-sunken p-px transition-colors data-checked:border-accent-fill data-checked:bg-accent-fill"
      >
        <Base.Thumb className="size-3.5 rounded-full bg-faint transition-transform data-checked:translate-x-3.5 rtl:data-checked:-translate-x-3.5 data-checked:bg-on-accent" />
      </Base.Root>
      {label}
    </label>
  );
}
