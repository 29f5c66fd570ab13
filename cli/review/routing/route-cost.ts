import type { RoutedModel } from "./setup.js";

/**
 * How the cost changes from one model to another, in percent: of input or of output, whichever gets dearer by
 * more. Undefined if neither is known, and if one costs something that cost nothing: no percent says by how much.
 */
export function costPercent(before: RoutedModel, after: RoutedModel): number | undefined {
  const changes = [
    percent(before.inputCost, after.inputCost),
    percent(before.outputCost, after.outputCost),
  ].filter((change) => change !== undefined);
  return changes.length === 0 || changes.includes(Number.POSITIVE_INFINITY)
    ? undefined
    : Math.max(...changes);
}

function percent(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined) {
    return undefined;
  }
  return before === after ? 0 : before > 0 ? ((after - before) / before) * 100 : Number.POSITIVE_INFINITY;
}
