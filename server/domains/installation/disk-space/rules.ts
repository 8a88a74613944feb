import type { DiskSpace } from "./model.ts";

const mebibyte = 1024 * 1024;
const usualFloorBytes = 500 * mebibyte;
const shareOfSmallDisk = 0.05;
/** New work resumes with this much more than the floor, so that it does not stop again at once. */
const marginShare = 0.25;

/** How much must stay free: what the owner set, otherwise 500 MB, or 5% of a disk smaller than 10 GB. */
export const floorOf = (ownBytes: number | null, diskBytes: number): number =>
  ownBytes ?? Math.min(usualFloorBytes, Math.floor(diskBytes * shareOfSmallDisk));

/** Whether there is room for new work. Once there was too little, more than the floor must be free again. */
export function decideSpace(of: { freeBytes: number; floorBytes: number; wasLow: boolean }): DiskSpace {
  const { freeBytes, floorBytes, wasLow } = of;
  const resumeBytes = Math.ceil(floorBytes * (1 + marginShare));
  const low = freeBytes < (wasLow ? resumeBytes : floorBytes);
  return {
    low,
    free_bytes: freeBytes,
    floor_bytes: floorBytes,
    missing_bytes: low ? resumeBytes - freeBytes : 0,
  };
}

/** In whole megabytes, rounded up: what is said to be missing is enough. */
export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte)} MB`;
