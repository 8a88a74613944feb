import { Link } from "@tanstack/react-router";
import { LockOpen } from "lucide-react";
import { useState } from "react";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { useLive } from "./live.store.ts";
import { text } from "./text.ts";

const linkClass = "font-medium underline underline-offset-2";

/** Says above every page that the board needs no sign-in. Each browser can dismiss it, until it is open to more. */
export function OpenBoardBanner() {
  const openTo = useLive((view) => view.openTo);
  const [dismissed, setDismissed] = useState(() => readStored(storageKeys.openBoardBanner));
  if (openTo === "nobody" || openTo === dismissed) return null;
  const dismiss = (): void => {
    writeStored(storageKeys.openBoardBanner, openTo);
    setDismissed(openTo);
  };
  return (
    <PageBanner
      tone="needs"
      icon={LockOpen}
      action={
        <>
          <Link to="/settings/$section" params={{ section: "sign-in" }} className={linkClass}>
            {text.openBoard.settings}
          </Link>
          <button type="button" onClick={dismiss} className={linkClass}>
            {text.openBoard.dismiss}
          </button>
        </>
      }
    >
      {text.openBoard[openTo]}
    </PageBanner>
  );
}
