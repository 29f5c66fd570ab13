import { inState } from "../judge/remains.ts";
import { onTheWay, struck } from "../proxy/struck.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const old = "2026-04-01";
const latest = "2026-10-01";
const pinned = { WORKSPACE_GATEWAY_API_VERSION: old };

const echo = { kind: "echo", version: "1999-01-01" } as const;

export const versions: readonly Scenario[] = [
  ...([400, 404, 410] as const).map(
    (status): Scenario => ({
      name: `withdrawn-${status}`,
      what: `in the middle of a run, the pinned API version is withdrawn: ${status} to every request; then a refresh and a destroy`,
      env: pinned,
      ...(status === 404 ? { short: true as const } : {}),
      run: (stage) => withdrawn(stage, status),
    }),
  ),
  ...[
    { method: "POST", count: 2, what: "2 creates" },
    { method: "PATCH", count: 1, what: "a change" },
  ].map(({ method, count, what }) =>
    onTheWay({
      name: `wrong-echo-of-${method.toLowerCase()}`,
      what: `the answers to ${what} say that they were served with another version than the pinned one`,
      env: { ...pinned, WORKSPACE_GATEWAY_VERSION_ECHO_HEADER: "Service-Api-Version" },
      up: [{ ...echo, method, count }],
      fails: [
        /the gateway served version 1999-01-01, not the pinned 2026-04-01/,
        /Set WORKSPACE_GATEWAY_API_VERSION/,
      ],
    }),
  ),
];

async function withdrawn(stage: Stage, status: 400 | 404 | 410): Promise<void> {
  const failsWith = [
    /API version 2026-04-01 is not supported/,
    /Set WORKSPACE_GATEWAY_API_VERSION .*to a version that the gateway serves/,
  ];
  await struck(stage, [{ kind: "withdrawn", status, skip: 6 }], { ends: "failed", failsWith });
  const before = await deletable(stage);
  stage.proxy.faults.add({ kind: "withdrawn", status });
  for (const command of ["refresh", "destroy"] as const) {
    await stage.refused(command, failsWith);
    const kept = await deletable(stage);
    const gone = before.filter((each) => !kept.includes(each));
    if (gone.length > 0) stage.untrue.push(`${command} forgot what still exists: ${gone.join(", ")}`);
  }
  await stage.repair("pin a version that is served", () => {
    stage.env.WORKSPACE_GATEWAY_API_VERSION = latest;
  });
}

const tables = ["workspaces", "providers", "models", "prompts", "mappings", "indexes", "configs"] as const;

/** What the state and the gateway both have, of the kinds that leave a state only when they are deleted. */
async function deletable({ project, gateway }: Stage): Promise<string[]> {
  const existing = new Set(tables.flatMap((table) => gateway.rows(table).map(({ id }) => String(id))));
  return inState(await project.exportState())
    .filter(({ kind, id }) => kind !== "Budget" && existing.has(id))
    .map(({ kind, name }) => `${kind} ${name}`);
}
