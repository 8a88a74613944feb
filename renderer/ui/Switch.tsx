import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

interface Props {
  label: ReactNode;
  on: boolean;
  onSwitch(on: boolean): void;
}

/** On or off, at once; its label is part of what can be pressed. */
export function Switch({ label, on, onSwitch }: Props) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-xs whitespace-nowrap text-soft select-none pointer-coarse:min-h-10">
      <Base.Root
        checked={on}
        onCheckedChange={onSwitch}
        className="inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-px transition-colors data-checked:border-accent-fill data-checked:bg-accent-fill"
      >
        <Base.Thumb className="size-3.5 rounded-full bg-faint transition-transform data-checked:translate-x-3.5 data-checked:bg-on-accent" />
      </Base.Root>
      {label}
    </label>
  );
}
