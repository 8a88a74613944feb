import { BackupsSection } from "./BackupsSection.tsx";
import { DataFolderSection } from "./DataFolderSection.tsx";
import { FreeSpaceSection } from "./FreeSpaceSection.tsx";
import { RetentionSection } from "./RetentionSection.tsx";

export function DataPage() {
  return (
    <>
      <FreeSpaceSection />
      <div id="backups">
        <BackupsSection />
      </div>
      <DataFolderSection />
      <RetentionSection />
    </>
  );
}
