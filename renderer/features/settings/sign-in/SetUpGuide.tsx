import { Check, CircleAlert } from "lucide-react";
import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";
import { CopyableText } from "../../../ui/CopyableText.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { text } from "./text.ts";
import { setUpSteps } from "./view-model.ts";

function Variable({ name, what, missing }: { name: string; what: string; missing: boolean }) {
  const Mark = missing ? CircleAlert : Check;
  return (
    <li className="flex items-start gap-2">
      <Mark
        role="img"
        aria-label={missing ? text.setUp.missing : text.setUp.set}
        className={`mt-1 size-3.5 shrink-0 ${missing ? "text-needs" : "text-running"}`}
      />
      <span className="min-w-0">
        <code className="font-mono text-xs break-all">{name}</code>
        <span className="block text-xs text-faint">{what}</span>
      </span>
    </li>
  );
}

/** How to turn web sign-in on, and which steps are done. */
export function SetUpGuide({ state }: { state: WebSignInState }) {
  return (
    <SettingsSection title={text.setUp.title} description={text.setUp.description}>
      <ul className="flex flex-col gap-2">
        {setUpSteps.map(({ variable, what }) => (
          <Variable key={variable} name={variable} what={what} missing={state.missing.includes(variable)} />
        ))}
      </ul>
      <p className="mt-4 mb-1 text-xs text-soft">{text.setUp.redirect}</p>
      <CopyableText label={text.setUp.copyRedirect} value={state.redirect_uri} />
    </SettingsSection>
  );
}
