import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { useSandboxes } from "./api.ts";
import { text } from "./text.ts";
import { bannerView } from "./view-model.ts";

const linkClass = "font-medium underline underline-offset-2";

/** Says above every page that agents run without a sandbox, or cannot start in theirs. */
export function SandboxBanner() {
  const [dismissed, setDismissed] = useState(() => readStored(storageKeys.sandboxBanner));
  const { data } = useSandboxes();
  const view = data ? bannerView(data, dismissed) : null;
  if (view === null) return null;
  const { tone, sentence, dismissal } = view;
  const dismiss = (): void => {
    writeStored(storageKeys.sandboxBanner, dismissal);
    setDismissed(dismissal);
  };
  return (
    <PageBanner
      tone={tone}
      icon={ShieldAlert}
      action={
        <>
          <Link to="/settings/$section" params={{ section: "repositories" }} className={linkClass}>
            {text.banner.open}
          </Link>
          {dismissal !== null && (
            <button type="button" onClick={dismiss} className={linkClass}>
              {text.banner.dismiss}
            </button>
          )}
        </>
      }
    >
      {sentence}
    </PageBanner>
  );
}
