import { CopyableText } from "../../../ui/CopyableText.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useOwner } from "../owner/api.ts";
import { text } from "./text.ts";
import { waysToConnect } from "./view-model.ts";

export function ConnectGuide() {
  const { data } = useOwner();
  const ways = waysToConnect(location.origin, data?.owner.email ?? "you@example.com");
  return (
    <SettingsSection title={text.guide.title} description={text.guide.description}>
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
