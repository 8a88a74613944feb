import { HardDrive } from "lucide-react";
import { formatSize } from "../../lib/file-size.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { BannerLink } from "../settings-link/BannerLink.tsx";
import { useDiskSpace } from "./api.ts";
import { text } from "./text.ts";

/** Says above every page that the disk has too little space for new work. */
export function DiskSpaceBanner() {
  const { data: space } = useDiskSpace();
  if (!space?.low) return null;
  return (
    <PageBanner tone="failed" icon={HardDrive} action={<BannerLink section="data">{text.open}</BannerLink>}>
      {text.low(formatSize(space.missing_bytes), formatSize(space.free_bytes))}
    </PageBanner>
  );
}
