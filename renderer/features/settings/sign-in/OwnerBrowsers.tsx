import { leaveFor } from "../../../lib/leave.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { endBrowserSignIn, useEndOtherBrowsers, useOwnerBrowsers } from "./api.ts";
import { SignedInBrowsers } from "./SignedInBrowsers.tsx";
import { text } from "./text.ts";

function EndOthers() {
  const { mutate, isPending } = useEndOtherBrowsers();
  const run = (): void =>
    mutate(undefined, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastError(text.page.changeFailed, error),
    });
  return (
    <p className="mt-4">
      <Button size="small" busy={isPending} onClick={run}>
        {text.ownerBrowsers.signOutOthers}
      </Button>
    </p>
  );
}

const leave = (): void => leaveFor("/");

/** The browsers that the owner signed in with a launch link, while web sign-in is off. */
export function OwnerBrowsers() {
  return (
    <QueryContent query={useOwnerBrowsers()} what={text.ownerBrowsers.loading}>
      {({ browser_sign_ins: browsers, open_to: openTo }) =>
        openTo === "nobody" ? (
          <SignedInBrowsers
            description={text.ownerBrowsers.hint}
            browsers={browsers}
            signOut={endBrowserSignIn}
            onSignedOutHere={leave}
          >
            {browsers.length > 1 && <EndOthers />}
          </SignedInBrowsers>
        ) : (
          <SettingsSection title={text.open.title}>
            <p className="text-sm text-soft">{text.open[openTo]}</p>
          </SettingsSection>
        )
      }
    </QueryContent>
  );
}
