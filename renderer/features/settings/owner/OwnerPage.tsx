import { Loaded } from "../../../ui/QueryContent.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { useMe, useOwner } from "./api.ts";
import { OwnerForm } from "./OwnerForm.tsx";
import { namedElsewhere, sourceWords } from "./view-model.ts";

function OwnProfile() {
  return (
    <SettingsBlock
      title="Your profile"
      about="Agents and the people you work with see this name beside what you write."
    >
      <Loaded query={useOwner()} what="your profile">
        {({ owner }) => (
          <div className="flex flex-col gap-3">
            {sourceWords[owner.source] !== null && (
              <p className="text-xs text-soft">{sourceWords[owner.source]}</p>
            )}
            <OwnerForm owner={owner} />
          </div>
        )}
      </Loaded>
    </SettingsBlock>
  );
}

export function OwnerPage() {
  return (
    <Loaded query={useMe()} what="who you are">
      {(caller) => {
        const named = namedElsewhere(caller);
        if (named === null) return <OwnProfile />;
        return (
          <SettingsBlock title={named}>
            <p className="text-sm text-soft">
              Agents and the people you work with see this name beside what you write. It is the one you
              signed in with, so it is not changed here.
            </p>
          </SettingsBlock>
        );
      }}
    </Loaded>
  );
}
