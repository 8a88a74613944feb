import { Download as DownloadIcon } from "lucide-react";

/** Keeps a file under its name. */
export function Download({ url, name }: { url: string; name: string }) {
  return (
    <a
      href={url}
      download={name}
      aria-label={`Download ${name}`}
      title={`Download ${name}`}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
    >
      <DownloadIcon aria-hidden className="size-4" />
    </a>
  );
}
