import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useMe, useOwner } from "./api.ts";
import { OwnerForm } from "./OwnerForm.tsx";
import { namedElsewhere, sourceWords } from "./view-model.ts";

function OwnProfile() {
  return (
    <SettingsSection
      title="Your profile"
      description="Agents and the people you work with see this name next to your messages."
    >
      <QueryContent query={useOwner()} what="your profile">
        {({ owner }) => (
          <div className="flex flex-col gap-3">
            {sourceWords[owner.source] !== null && (
              <p className="text-xs text-soft">{sourceWords[owner.source]}</p>
            )}
            <OwnerForm owner={owner} />
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}

export function OwnerPage() {
  return (
    <QueryContent query={useMe()} what="your profile">
      {(caller) => {
        const named = namedElsewhere(caller);
        if (named === null) return <OwnProfile />;
        return (
          <SettingsSection title={named}>
            <p className="text-sm text-soft">
              Agents and the people you work with see this name next to your messages. It comes from your
              sign-in and cannot be changed here.
            </p>
          </SettingsSection>
        );
      }}
    </QueryContent>
  );
}
