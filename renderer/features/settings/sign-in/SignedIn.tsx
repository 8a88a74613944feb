import { useState } from "react";
import type { WebSignIn } from "../../../../server/domains/access/identity/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { signOut, signOutEverywhere } from "./api.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { recoveryWords } from "./view-model.ts";

function leave(): void {
  discardAllDrafts();
  location.assign("/sign-in?signed_out=1");
}

const everywhere: Confirmation = {
  title: "Sign out everywhere?",
  description:
    "All of your browsers are signed out, including this one, and need a code to sign in again. Connected phones and programs stay connected.",
  actionLabel: "Sign out everywhere",
  run: () => signOutEverywhere().then(leave),
};

function signOutHere(): void {
  signOut().then(leave, (error: unknown) => toastError("Could not sign out", error));
}

export function SignedIn({ you }: { you: WebSignIn }) {
  const [asked, setAsked] = useState<Confirmation | null>(null);
  return (
    <SettingsSection
      title={you.name}
      description={you.email}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={signOutHere}>
            Sign out
          </Button>
          <Button size="small" onClick={() => setAsked(everywhere)}>
            Sign out everywhere
          </Button>
        </span>
      }
    >
      <p className="text-sm text-soft">
        Signed in <RelativeTime instant={you.last_signed_in_at} spoken />
      </p>
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </SettingsSection>
  );
}

/** The authenticator that stands, and the codes for when it is not at hand. */
export function AuthenticatorBlock({ you, enrolledAt }: { you: WebSignIn; enrolledAt: string }) {
  const [renewing, setRenewing] = useState(false);
  const { text, few } = recoveryWords(you.recovery_codes_remaining);
  return (
    <SettingsSection title="Authenticator">
      <p className="text-sm text-soft">
        Set up <RelativeTime instant={enrolledAt} spoken />. A new authenticator replaces it and signs you out
        everywhere else.
      </p>
      <p className={`mt-1 text-sm ${few ? "text-needs" : "text-soft"}`}>{text}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => location.assign("/sign-in/enrol?return_to=/settings/sign-in")}>
          New authenticator
        </Button>
        <Button size="small" onClick={() => setRenewing(true)}>
          New recovery codes
        </Button>
      </p>
      {renewing && <RecoveryCodesDialog onClose={() => setRenewing(false)} />}
    </SettingsSection>
  );
}
