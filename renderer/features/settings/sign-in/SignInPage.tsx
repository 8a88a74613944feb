import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { endWebSignIn, forgetBrowser, useWebSignIn } from "./api.ts";
import { BrowserList } from "./BrowserList.tsx";
import { SetUpGuide } from "./SetUpGuide.tsx";
import { AuthenticatorBlock, SignedIn } from "./SignedIn.tsx";
import { ruleSentences, stateWords } from "./view-model.ts";

function Browsers({ state }: { state: WebSignInState }) {
  const signedIn = state.browsers.map((browser) => ({
    ...browser,
    fact: (
      <>
        Used <RelativeTime instant={browser.last_used_at} spoken />
      </>
    ),
  }));
  const trusted = state.trusted_browsers.map((browser) => ({
    ...browser,
    fact: `No code needed until ${new Date(browser.expires_at).toLocaleDateString()}`,
  }));
  const signOut = async (id: number): Promise<{ message: string }> => {
    const answer = await endWebSignIn(id);
    if (state.browsers.some((browser) => browser.id === id && browser.current)) discardAllDrafts();
    return answer;
  };
  return (
    <>
      <SettingsSection
        title="Signed-in browsers"
        description="Only your browsers. Other people have their own lists."
      >
        <BrowserList
          label="Signed-in browsers"
          entries={signedIn}
          none="No signed-in browsers."
          act="Sign out"
          change={signOut}
        />
      </SettingsSection>
      <SettingsSection
        title="Trusted browsers"
        description="These browsers skip the authenticator code at sign-in."
      >
        <BrowserList
          label="Trusted browsers"
          entries={trusted}
          none="No trusted browsers."
          act="Forget"
          change={forgetBrowser}
        />
      </SettingsSection>
    </>
  );
}

function StateBlock({ state }: { state: WebSignInState }) {
  const { title, text } = stateWords[state.state];
  return (
    <SettingsSection title={title} description={text}>
      {state.state === "on" ? (
        <ul className="flex list-disc flex-col gap-1 ps-4 text-sm text-soft">
          {ruleSentences(state).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-soft">
          The REST API, <code className="font-mono text-xs">/mcp</code> and webhooks always use their own
          credentials.
        </p>
      )}
    </SettingsSection>
  );
}

export function SignInPage() {
  return (
    <QueryContent query={useWebSignIn()} what="how people sign in">
      {(state) => {
        const { you } = state;
        return (
          <div className="flex flex-col gap-4">
            {you !== null && <SignedIn you={you} />}
            {you !== null && you.totp_enrolled_at !== null && (
              <AuthenticatorBlock you={you} enrolledAt={you.totp_enrolled_at} />
            )}
            {you !== null && <Browsers state={state} />}
            <StateBlock state={state} />
            {state.state !== "on" && <SetUpGuide state={state} />}
          </div>
        );
      }}
    </QueryContent>
  );
}
