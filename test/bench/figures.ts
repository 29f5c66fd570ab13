import type { Row } from "./results.ts";

/** What can be read off a row; undefined where it was not measured. */
export const seconds = (row: Row) => row.seconds;
export const requests = (row: Row) => row.requests.all;
export const stateBytes = (row: Row) =>
  row.stateBytes === undefined ? undefined : row.stateBytes / row.size;
export const providerCpu = (row: Row) => row.usage?.provider?.cpuSeconds;
export const providerPeak = (row: Row) => row.usage?.provider?.peakBytes;
