import { useState } from "react";
import type { WebSignIn } from "../../../../server/domains/access/identity/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { leaveFor } from "../../../lib/leave.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { signOut, signOutEverywhere } from "./api.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { text } from "./text.ts";
import { recoveryStatus } from "./view-model.ts";

function leave(): void {
  discardAllDrafts();
  leaveFor("/sign-in?signed_out=1");
}

const everywhere: Confirmation = {
  title: text.signOut.title,
  description: text.signOut.effect,
  actionLabel: text.signOut.everywhere,
  run: () => signOutEverywhere().then(leave),
};

function signOutHere(): void {
  signOut().then(leave, (error: unknown) => toastError(text.signOut.failed, error));
}

export function SignedIn({ you }: { you: WebSignIn }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  return (
    <SettingsSection
      title={you.name}
      description={you.email}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={signOutHere}>
            {text.signOut.button}
          </Button>
          <Button size="small" onClick={() => setConfirmation(everywhere)}>
            {text.signOut.everywhere}
          </Button>
        </span>
      }
    >
      <p className="text-sm text-soft">
        Signed in <RelativeTime instant={you.last_signed_in_at} spoken />
      </p>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </SettingsSection>
  );
}

/** The authenticator and the recovery codes. */
export function AuthenticatorBlock({ you, enrolledAt }: { you: WebSignIn; enrolledAt: string }) {
  const [renewing, setRenewing] = useState(false);
  const { text: left, few } = recoveryStatus(you.recovery_codes_remaining);
  return (
    <SettingsSection title={text.authenticator.title}>
      <p className="text-sm text-soft">
        Set up <RelativeTime instant={enrolledAt} spoken />. A new authenticator replaces it and signs you out
        everywhere else.
      </p>
      <p className={`mt-1 text-sm ${few ? "text-needs" : "text-soft"}`}>{left}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => location.assign("/sign-in/enrol?return_to=/settings/sign-in")}>
          {text.authenticator.new}
        </Button>
        <Button size="small" onClick={() => setRenewing(true)}>
          {text.codes.new}
        </Button>
      </p>
      {renewing && <RecoveryCodesDialog onClose={() => setRenewing(false)} />}
    </SettingsSection>
  );
}
