import type { Requests } from "../gateway.ts";
import type { FleetPhase, FleetSample, FleetSize } from "./fleet-lane.ts";

/** What is measured: many stacks at once on one quota; a large account in many stacks; the same in one, at several sizes. */
export const parts = ["crowd", "scale", "one"] as const;
export type PartName = (typeof parts)[number];

/** One phase of one part. */
export interface FleetRow extends FleetSample {
  readonly part: PartName;
  readonly size: FleetSize;
  readonly phase: FleetPhase;
  readonly requests: Requests;
}

/** The seconds of the teams' stacks, ascending. */
export function teamSeconds({ lines }: FleetRow): number[] {
  return lines
    .filter(({ stack }) => stack !== "shared")
    .map(({ seconds }) => seconds)
    .sort((a, b) => a - b);
}

/** How many stacks did not end well. */
export function failedStacks({ lines }: FleetRow): number {
  return lines.filter(({ result }) => result !== "done" && result !== "unchanged").length;
}

export const rateLimit = { limit: 2000, windowSeconds: 60 };

/** The whole windows of the quota that have to pass for so many requests, in seconds. */
export function quotaFloor({ all, refused }: Requests): number {
  return Math.max(0, Math.floor((all - refused - 1) / rateLimit.limit)) * rateLimit.windowSeconds;
}
