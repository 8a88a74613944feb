import type { ReactNode } from "react";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { forgetStoredAnswers } from "../../../lib/stored-answers.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { BrowserList } from "./BrowserList.tsx";
import { text } from "./text.ts";

interface Props {
  description: string;
  browsers: readonly { id: number; browser: string; current: boolean; last_used_at: string }[];
  signOut(id: number): Promise<{ message: string }>;
  /** Called after this browser signed itself out. */
  onSignedOutHere?(): void;
  /** Below the list. */
  children?: ReactNode;
}

/** The browsers that are signed in, each of which can be signed out. Drafts do not outlast the sign-in. */
export function SignedInBrowsers({ description, browsers, signOut, onSignedOutHere, children }: Props) {
  const entries = browsers.map((browser) => ({
    ...browser,
    fact: (
      <>
        {text.page.used} <RelativeTime instant={browser.last_used_at} spoken />
      </>
    ),
  }));
  const end = async (id: number): Promise<{ message: string }> => {
    const answer = await signOut(id);
    if (browsers.some((browser) => browser.id === id && browser.current)) {
      discardAllDrafts();
      void forgetStoredAnswers();
      onSignedOutHere?.();
    }
    return answer;
  };
  return (
    <SettingsSection title={text.page.signedIn} description={description}>
      <BrowserList
        label={text.page.signedIn}
        entries={entries}
        empty={text.page.noneSignedIn}
        action={text.signOut.button}
        change={end}
        signsOut
      />
      {children}
    </SettingsSection>
  );
}
