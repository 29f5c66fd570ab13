import { defined } from "pulumi-workspace-gateway/tools";
import type { LastSeen, Usage } from "./usage.js";

/** What several accounts of one gateway used in the same time. */
export function joinedUsage(usages: readonly [Usage, ...Usage[]]): Usage {
  const [{ since, until }] = usages;
  const last = (of: keyof LastSeen) =>
    new Map(usages.flatMap(({ lastSeen }) => [...lastSeen[of]]).toSorted(([, a], [, b]) => (a < b ? -1 : 1)));
  return {
    since,
    until,
    cells: usages.flatMap(({ cells }) => cells),
    lastSeen: { model: last("model"), provider: last("provider"), key: last("key") },
    ...defined({ cut: usages.find(({ cut }) => cut !== undefined)?.cut }),
  };
}
