import { partsOf } from "../../stack/urn.js";
import type { PreviewStep } from "./preview-format.js";

/** What an interrupted replacement left behind has the URN of the resource that took its place. */
export function isLeftOver({ oldState }: PreviewStep): boolean {
  return oldState?.delete === true;
}

/** What the gateway was found to have, step by step of the plan. */
export interface Refreshes {
  /** The refresh of the object that a step is about. */
  of(step: PreviewStep): PreviewStep | undefined;
  /** Those of objects that no step is about: they stay without being shown, or they are gone and nobody declares them. */
  readonly unplanned: readonly PreviewStep[];
}

/**
 * Pairs what is planned with what was read before. An object has one id, while its URN is another one where an alias renames it,
 * and its state is marked as one to delete where its replacement is made first. What is gone from the gateway has no id left
 * when its resource is planned.
 */
export function pairRefreshes(planned: readonly PreviewStep[], refreshes: readonly PreviewStep[]): Refreshes {
  const pairs = new Map<PreviewStep, PreviewStep>();
  const free = new Set(refreshes);
  for (const keyOf of [sameObject, sameUnderAnotherUrn, sameResource]) {
    const found = new Map([...free].map((refresh) => [keyOf(refresh), refresh]));
    for (const step of planned) {
      const key = keyOf(step);
      const refresh = pairs.has(step) || key === undefined ? undefined : found.get(key);
      if (refresh !== undefined && free.delete(refresh)) {
        pairs.set(step, refresh);
      }
    }
  }
  return { of: (step) => pairs.get(step), unplanned: [...free].filter((refresh) => !isLeftOver(refresh)) };
}

function sameObject({ urn, oldState }: PreviewStep): string | undefined {
  return oldState?.id ? `${urn} ${oldState.id}` : undefined;
}

function sameUnderAnotherUrn({ urn, oldState }: PreviewStep): string | undefined {
  return oldState?.id ? `${partsOf(urn).type} ${oldState.id}` : undefined;
}

function sameResource(step: PreviewStep): string | undefined {
  return isLeftOver(step) ? undefined : step.urn;
}
