import { BackupsSection } from "./BackupsSection.tsx";
import { DatabaseSection } from "./DatabaseSection.tsx";
import { DataFolderSection } from "./DataFolderSection.tsx";
import { FreeSpaceSection } from "./FreeSpaceSection.tsx";
import { RecordsSection } from "./RecordsSection.tsx";
import { RetentionSection } from "./RetentionSection.tsx";

export function DataPage() {
  return (
    <>
      <FreeSpaceSection />
      <div id="backups">
        <BackupsSection />
      </div>
      <DatabaseSection />
      <DataFolderSection />
      <RecordsSection />
      <RetentionSection />
    </>
  );
}
