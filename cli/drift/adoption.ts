import { defined, isReadable, type Kind } from "pulumi-workspace-gateway/tools";
import { matchAccounts } from "../account/match-accounts.js";
import { gatewayAccount, gatewayObject } from "../account/objects.js";
import { exportProgram } from "../export/export-program.js";
import type { ExportInput, KnownObject } from "../export/exported-program.js";
import { camelName, numbered, reservedVariables, upperFirst } from "../export/names.js";
import { declarable, type LiveObject, readAccount } from "../live/live-account.js";
import { type IgnoreRule, ignoringRule } from "./drift.js";
import type { FoundDrift } from "./find-drift.js";
import type { DriftStack, Managed } from "./managed.js";
import { ignorable, undeclaredIn } from "./undeclared.js";

export type Adoption = Readonly<Awaited<ReturnType<typeof adoptionFor>>>;

/** The state does not store the program's variable names, so they are derived from logical names. */
export async function adoptionFor(
  stack: DriftStack,
  found: FoundDrift,
  {
    kinds,
    rules,
    secrets,
  }: Pick<ExportInput, "kinds" | "secrets"> & { readonly rules: readonly IgnoreRule[] },
) {
  const known = withVariables(knownOf(found.managed.filter((managed) => managed.stack === stack)));
  const undeclared = [...found.undeclared, ...(await contentsOfUndeclared(found, kinds, rules))];
  const { objects, used, keys, remarks } = exportProgram({
    project: stack.name,
    kinds,
    objects: await Promise.all(undeclared.map(declarable)),
    strays: [],
    known,
    keys: "left",
    oneFile: true,
    ...defined({ secrets }),
  });
  const set = new Set(secrets?.keys.values());
  const missingKeys = keys.filter(({ configKey }) => !set.has(configKey));
  return { objects, used, keys, missingKeys, remarks: remarks.map(({ what, why }) => `${what}: ${why}`) };
}

async function contentsOfUndeclared(
  { managed, undeclared, views }: FoundDrift,
  kinds: readonly Kind[],
  rules: readonly IgnoreRule[],
): Promise<LiveObject[]> {
  const contents = await Promise.all(
    views.map(async ({ place: { session, connection }, holders }) => {
      const { objects } = await readAccount({
        ...{ kinds, session, connection },
        within: ({ kind, id }) =>
          undeclared.some((each) => each.kind === kind && each.id === id && holders.includes(each)),
        reads: ({ endpoints }) => endpoints.parent !== undefined,
      });
      return objects;
    }),
  );
  const known = [...managed, ...undeclared.map(gatewayObject)];
  const gateway = gatewayAccount("", contents.flat());
  const all = await undeclaredIn(matchAccounts({ called: "", objects: known }, gateway, kinds, ["id"]));
  return all.filter((object) => ignoringRule(rules, ignorable(object)) === undefined);
}

function knownOf(managed: readonly Managed[]): KnownObject[] {
  return managed
    .filter(({ resource }) => isReadable(resource.kind) && !resource.leaving)
    .map(({ resource: { kind, id, name }, state, context }) => {
      const { parent } = kind.endpoints;
      const own = (names: Iterable<string>) =>
        Object.fromEntries(
          [...names].flatMap((property) => {
            const value = state.secrets.has(property) ? undefined : state.values[property];
            return value === undefined ? [] : [[property, value] as const];
          }),
        );
      const place = parent && defined({ [parent.field]: context.parentId });
      return {
        kind,
        id,
        name,
        variable: name,
        declared: { ...own(kind.naturalKey), ...place },
        outputs: own(kind.outputFields.keys()),
      };
    });
}

function withVariables(objects: readonly KnownObject[]): KnownObject[] {
  const taken = new Set(reservedVariables);
  return objects.map((object) => {
    const base = camelName(object.name);
    const kind = object.kind.name;
    const wanted = [base, `${base}${kind}`, `the${upperFirst(base)}${kind}`].filter((name) =>
      /^[a-z]/.test(name),
    );
    const variable = numbered(wanted, "", (name) => taken.has(name.toLowerCase()));
    taken.add(variable.toLowerCase());
    return { ...object, variable };
  });
}
