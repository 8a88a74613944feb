import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useMe, useOwner } from "./api.ts";
import { OwnerForm } from "./OwnerForm.tsx";
import { text } from "./text.ts";
import { namedElsewhere } from "./view-model.ts";

function OwnProfile() {
  return (
    <SettingsSection title={text.page.title} description={text.page.description}>
      <QueryContent query={useOwner()} what={text.page.loading}>
        {({ owner }) => (
          <div className="flex flex-col gap-3">
            {text.sources[owner.source] !== null && (
              <p className="text-xs text-soft">{text.sources[owner.source]}</p>
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
    <QueryContent query={useMe()} what={text.page.loading}>
      {(caller) => {
        const named = namedElsewhere(caller);
        if (named === null) return <OwnProfile />;
        return (
          <SettingsSection title={named}>
            <p className="text-sm text-soft">{text.page.fixed}</p>
          </SettingsSection>
        );
      }}
    </QueryContent>
  );
}
