import { sep } from "node:path";

/** Whether `path` is `folder` or lies in it. Compares the texts: links are the caller's to resolve. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
