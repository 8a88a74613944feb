import { useState } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { useManaging } from "../categories/categories.store.ts";
import { useActions } from "./actions.store.ts";

const ActionDialogs = lazyComponent(
  async () => (await import("./ActionDialogs.tsx")).ActionDialogs,
  "preload",
);

/** The dialogs of actions, from the first action on that needs one. They stay then, so that they can close gracefully. */
export function SessionActionDialogs() {
  const isAsking = useActions(({ confirming, refusals }) => confirming !== null || refusals.length > 0);
  const isManaging = useManaging(({ open }) => open);
  const isNeeded = isAsking || isManaging;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  if (!isNeeded && !wasNeeded) return null;
  return (
    <LazyBoundary>
      <ActionDialogs />
    </LazyBoundary>
  );
}
