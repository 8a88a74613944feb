import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";
import { dateOf } from "../../../lib/time.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { endWebSignIn, forgetBrowser, useWebSignIn } from "./api.ts";
import { BrowserList } from "./BrowserList.tsx";
import { OwnerBrowsers } from "./OwnerBrowsers.tsx";
import { SetUpGuide } from "./SetUpGuide.tsx";
import { AuthenticatorBlock, SignedIn } from "./SignedIn.tsx";
import { SignedInBrowsers } from "./SignedInBrowsers.tsx";
import { text } from "./text.ts";
import { ruleSentences } from "./view-model.ts";

function Browsers({ state }: { state: WebSignInState }) {
  const trusted = state.trusted_browsers.map((browser) => ({
    ...browser,
    fact: text.page.trustedUntil(dateOf(browser.expires_at)),
  }));
  return (
    <>
      <SignedInBrowsers
        description={text.page.signedInHint}
        browsers={state.browsers}
        signOut={endWebSignIn}
      />
      <SettingsSection title={text.page.trusted} description={text.page.trustedHint}>
        <BrowserList
          label={text.page.trusted}
          entries={trusted}
          empty={text.page.noneTrusted}
          action={text.page.forget}
          change={forgetBrowser}
        />
      </SettingsSection>
    </>
  );
}

function StateBlock({ state }: { state: WebSignInState }) {
  const { title, text: description } = text.state[state.state];
  return (
    <SettingsSection title={title} description={description}>
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
    <QueryContent query={useWebSignIn()} what={text.page.loading}>
      {(state) => {
        const { you } = state;
        return (
          <div className="flex flex-col gap-4">
            {you !== null && <SignedIn you={you} />}
            {you !== null && you.totp_enrolled_at !== null && (
              <AuthenticatorBlock you={you} enrolledAt={you.totp_enrolled_at} />
            )}
            {you !== null && <Browsers state={state} />}
            {state.state === "off" && <OwnerBrowsers />}
            <StateBlock state={state} />
            {state.state !== "on" && <SetUpGuide state={state} />}
          </div>
        );
      }}
    </QueryContent>
  );
}
