import { CopyableText } from "../../../ui/CopyableText.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useOwner } from "../owner/api.ts";
import { waysToConnect } from "./view-model.ts";

/** How a program gets its connection. */
export function ConnectGuide() {
  const { data } = useOwner();
  const ways = waysToConnect(location.origin, data?.owner.email ?? "you@example.com");
  return (
    <SettingsSection
      title="Connect a program"
      description="When a program signs in, your browser opens a page where you approve it and choose how it acts."
    >
      <ul className="flex flex-col gap-4">
        {ways.map(({ title, label, text }) => (
          <li key={label} className="flex flex-col gap-1">
            <p className="text-sm font-medium">{title}</p>
            <CopyableText label={label} value={text} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
