import { Download as DownloadIcon } from "lucide-react";
import { text } from "./text.ts";

/** Downloads a file under its name. */
export function DownloadLink({ url, name }: { url: string; name: string }) {
  return (
    <a
      href={url}
      download={name}
      aria-label={text.download(name)}
      title={text.download(name)}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
    >
      <DownloadIcon aria-hidden className="size-4" />
    </a>
  );
}
