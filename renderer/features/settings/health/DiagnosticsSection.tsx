import { Download as DownloadIcon } from "lucide-react";
import { buttonLook } from "../../../ui/Button.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { diagnosticsUrl } from "./api.ts";
import { text } from "./text.ts";

/** Downloads the archive for a bug report. */
export function DiagnosticsSection() {
  return (
    <SettingsSection title={text.diagnostics.title} description={text.diagnostics.description}>
      <a href={diagnosticsUrl()} download={text.diagnostics.file} className={buttonLook({})}>
        <DownloadIcon aria-hidden className="size-4" />
        {text.diagnostics.action}
      </a>
    </SettingsSection>
  );
}
