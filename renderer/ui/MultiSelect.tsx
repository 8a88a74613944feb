import { lazyComponent } from "../lib/lazy-component.ts";
import { LazyBoundary } from "./LazyBoundary.tsx";

const MultiPickBox = lazyComponent(
  async () => (await import("./MultiSelectPopup.tsx")).MultiSelectPopup,
  "preload",
);

export interface MultiSelectOption {
  value: string;
  label: string;
  note?: string | undefined;
  /** Shown in red, in the list and on the chip. */
  warning?: string | undefined;
}

export interface MultiSelectProps {
  id: string;
  options: readonly MultiSelectOption[];
  values: readonly string[];
  onValuesChange(values: string[]): void;
  placeholder: string;
}

/** Selects any number of options, shown as chips; typing filters the list. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <LazyBoundary fallback={<Placeholder />}>
      <MultiPickBox {...props} />
    </LazyBoundary>
  );
}

function Placeholder() {
  return (
    <span aria-hidden className="field block">
      <span className="block h-6" />
    </span>
  );
}
