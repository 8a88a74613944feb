import { BackupsSection } from "./BackupsSection.tsx";
import { DataFolderSection } from "./DataFolderSection.tsx";
import { RetentionSection } from "./RetentionSection.tsx";

export function DataPage() {
  return (
    <>
      <BackupsSection />
      <DataFolderSection />
      <RetentionSection />
    </>
  );
}
