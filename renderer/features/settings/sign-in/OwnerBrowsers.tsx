import { discardAllDrafts } from "../../../lib/drafts.ts";
import { forgetPageKey } from "../../../lib/page-key.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { endBrowserSignIn, useEndOtherBrowsers, useOwnerBrowsers } from "./api.ts";
import { BrowserList } from "./BrowserList.tsx";
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

/** The browsers that the owner signed in with a launch link, while web sign-in is off. */
export function OwnerBrowsers() {
  return (
    <QueryContent query={useOwnerBrowsers()} what={text.ownerBrowsers.loading}>
      {({ browser_sign_ins: signIns, open_to: openTo }) => {
        const signOut = async (id: number): Promise<{ message: string }> => {
          const answer = await endBrowserSignIn(id);
          if (!signIns.some((signIn) => signIn.id === id && signIn.current)) return answer;
          discardAllDrafts();
          forgetPageKey();
          location.assign("/");
          return answer;
        };
        const entries = signIns.map((signIn) => ({
          ...signIn,
          fact: (
            <>
              {text.page.used} <RelativeTime instant={signIn.last_used_at} spoken />
            </>
          ),
        }));
        if (openTo !== "nobody")
          return (
            <SettingsSection title={text.open.title}>
              <p className="text-sm text-soft">{text.open[openTo]}</p>
            </SettingsSection>
          );
        return (
          <SettingsSection title={text.page.signedIn} description={text.ownerBrowsers.hint}>
            <BrowserList
              label={text.page.signedIn}
              entries={entries}
              empty={text.page.noneSignedIn}
              action={text.signOut.button}
              change={signOut}
            />
            {entries.length > 1 && <EndOthers />}
          </SettingsSection>
        );
      }}
    </QueryContent>
  );
}
