import { lazyPart } from "../lib/lazy-component.ts";
import { Deferred } from "./LazyBoundary.tsx";

const MultiPickBox = lazyPart(async () => (await import("./MultiSelectPopup.tsx")).MultiPickBox, "ahead");

export interface PickOption {
  value: string;
  label: string;
  note?: string | undefined;
  /** Shown as a fault, in the list and on the chip. */
  warning?: string | undefined;
}

export interface MultiPickProps {
  id: string;
  options: readonly PickOption[];
  picked: readonly string[];
  onPick(values: string[]): void;
  placeholder: string;
}

/** Any number of what the catalog offers, as chips; typing narrows the list. */
export function MultiPick(props: MultiPickProps) {
  return (
    <Deferred until={<PlaceKept />}>
      <MultiPickBox {...props} />
    </Deferred>
  );
}

function PlaceKept() {
  return (
    <span aria-hidden className="field block">
      <span className="block h-6" />
    </span>
  );
}
