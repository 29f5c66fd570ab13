import {
  connectionOf,
  defined,
  hidden,
  isJsonObject,
  isUnknown,
  type Kind,
  priorGateway,
  priorMark,
  rowsMeant,
  selected,
  selectorsOf,
  undeclaredFields,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { knownValue } from "../../../account/account-object.js";
import { type Listed, listedValues } from "../../../account/gateway-objects.js";
import { mayAdopt } from "../operations.js";
import type { LiveMarks, Snapshot, Step } from "../plan.js";

/** The object that a create takes over, if exactly one of these can be meant. */
export function takenOverBy<O extends Listed>(
  { operation, after }: Step,
  kind: Kind | undefined,
  objects: readonly O[],
  adoptsAlways: boolean,
): O | undefined {
  if (operation !== "create" || kind === undefined || after === undefined) {
    return undefined;
  }
  if (kind.source.how !== "adopted" && !mayAdopt(after.inputs) && !adoptsAlways) {
    return undefined;
  }
  const parent = kind.endpoints.parent?.field;
  const place = parent === undefined ? undefined : after.inputs[parent];
  const own = objects.filter((object) => object.kind === kind && object.workspaceId === place);
  const rows = own.map(({ row }) => row);
  const meant =
    kind.source.how !== "adopted"
      ? rowsMeant(kind, after.inputs, rows)
      : kind.endpoints.list === undefined
        ? rows
        : selected(kind, after.inputs, rows);
  return meant.length === 1 ? own.find(({ row }) => row === meant[0]) : undefined;
}

/** A create that takes over what is there: from what it has now, to what it will have. */
export function takingOver(step: Step, after: Snapshot, object: Listed, gateway: string | undefined): Step {
  const { kind, id } = object;
  const fields = [...kind.fields.values()];
  const declared = fields.filter(({ name }) => after.inputs[name] !== undefined);
  const undeclared = undeclaredFields(kind, after.inputs);
  const values = listedValues(object, undeclared);
  const shown = Object.fromEntries(undeclared.map(({ name }) => [name, values[name] ?? null]));
  // What says which object is meant says the same before and after.
  const naming = declared.filter(
    ({ name, selects }) => selects !== undefined || kind.naturalKey.includes(name),
  );
  const same: Values = Object.fromEntries(naming.map(({ name }) => [name, after.inputs[name] ?? null]));
  const inputs = {
    ...listedValues(object, declared),
    ...same,
    ...defined({ connection: connectionOf(after.inputs) }),
  };
  const outputs = {
    ...inputs,
    ...listedValues(object, kind.outputFields.values()),
    ...defined({ [hidden.gateway]: gateway }),
    [hidden.shown]: shown,
  };
  return {
    ...step,
    takesOver: true,
    before: { id, inputs, outputs, from: {} },
    after: { ...after, id, outputs: { ...after.outputs, [hidden.shown]: shown } },
  };
}

/** The step with the id of its workspace, where that one is taken over. */
export function placedIn(
  workspaces: ReadonlyMap<string, string>,
  step: Step,
  after: Snapshot,
  { endpoints: { parent } }: Kind,
): Step & { readonly after: Snapshot } {
  const id = workspaces.get(after.from[parent?.field ?? ""]?.[0] ?? "");
  const isOpen = parent !== undefined && id !== undefined && isUnknown(after.inputs[parent.field]);
  return { ...step, after: isOpen ? { ...after, inputs: { ...after.inputs, [parent.field]: id } } : after };
}

/** An object that another step of the plan has. */
interface Owned extends Listed {
  readonly step: Step;
}

/**
 * The steps, with what creates take over of the objects that other steps have: of the same gateway, by whichever provider or
 * connection.
 */
export function withOwned(
  steps: readonly Step[],
  kinds: readonly Kind[],
  accounts: readonly LiveMarks[] = [],
): Step[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const homeOf = homesOf(steps, accounts);
  const owned = Map.groupBy(
    steps.flatMap((step) => ownedBy(step, byName.get(step.kind ?? ""))),
    ({ kind, workspaceId }) => `${kind.name} ${workspaceId}`,
  );
  const workspaces = new Map<string, string>();
  const overwriting = (step: Step): Step => {
    const kind = byName.get(step.kind ?? "");
    const { operation, before, after } = step;
    if (operation !== "create" || before !== undefined || after === undefined || kind === undefined) {
      return step;
    }
    const placed = placedIn(workspaces, step, after, kind);
    const place = placed.after.inputs[kind.endpoints.parent?.field ?? ""];
    const known = owned.get(`${kind.name} ${place}`) ?? [];
    const reached = known.filter((object) => isReached(placed, placed.after, object, homeOf));
    // Several steps may have one object: one that reads it, and one that takes it over.
    const own = [...new Map(reached.map((object) => [object.id, object])).values()];
    const object = takenOverBy(placed, kind, own, false);
    return object === undefined
      ? placed
      : takingOver(placed, placed.after, object, homeOf(object.step).gateway);
  };
  const isHolder = ({ kind }: Step) => byName.get(kind ?? "")?.guard !== undefined;
  // Workspaces come first: what is in one that is taken over is found by its id.
  const holding = steps.map((step) => (isHolder(step) ? overwriting(step) : step));
  for (const { urn, takesOver, before } of holding) {
    if (takesOver && before?.id !== undefined) {
      workspaces.set(urn, before.id);
    }
  }
  return holding.map((step) => (isHolder(step) ? step : overwriting(step)));
}

/** The object of a step as its list would show it, by what the state knows of it. */
function ownedBy(step: Step, kind: Kind | undefined): Owned[] {
  const snapshot = step.before ?? (step.operation === "read" ? step.after : undefined);
  if (kind === undefined || snapshot?.id === undefined) {
    return [];
  }
  const { id, inputs, outputs } = snapshot;
  const selecting = outputs[hidden.selected];
  const shown = [...kind.fields.values(), ...kind.outputFields.values()].map(
    ({ name, readFrom }) => [readFrom, knownValue(snapshot, name)] as const,
  );
  const row = { ...(isJsonObject(selecting) && selecting), ...defined(Object.fromEntries(shown)), id };
  const place = inputs[kind.endpoints.parent?.field ?? ""];
  return [{ kind, id, row, step, workspaceId: typeof place === "string" ? place : undefined }];
}

/** Where an object is, as far as states and live reads say it. */
type Home = Partial<Pick<LiveMarks, "gateway" | "account">>;

/**
 * Whether a create may mean an object: on the gateway that has it and, if the object belongs to an account, with that account.
 * Where the gateway is not known, the id of the object or of its workspace says it.
 */
function isReached(
  step: Step,
  { inputs }: Snapshot,
  { step: owner, kind, id }: Owned,
  homeOf: (step: Step) => Home,
): boolean {
  const [there, here] = [homeOf(owner), homeOf(step)];
  const isOne = there.gateway === here.gateway;
  const isKnown = there.gateway !== undefined && here.gateway !== undefined;
  if (isKnown && !isOne) {
    return false;
  }
  const isNamed = selectorsOf(kind).some(({ name }) => {
    const wanted = inputs[name];
    return isJsonObject(wanted) && wanted.id === id;
  });
  if (isNamed || kind.endpoints.parent !== undefined) {
    return true;
  }
  const isAnotherAccount = (there.account ?? here.account) !== (here.account ?? there.account);
  return !isAnotherAccount && (isKnown || wayOf(owner) === wayOf(step));
}

/** Says where a step's object is: by its state, or by that of others with the same provider and connection. */
function homesOf(steps: readonly Step[], accounts: readonly LiveMarks[]): (step: Step) => Home {
  const marked = ({ before, after }: Step): Home => {
    const { outputs = {} } = before ?? after ?? {};
    return defined({ gateway: priorGateway(outputs), account: priorMark(outputs) });
  };
  const byWay = new Map<string, Home>();
  for (const step of steps.filter(({ operation }) => operation !== "replace")) {
    byWay.set(wayOf(step), { ...byWay.get(wayOf(step)), ...marked(step) });
  }
  for (const { connection, ...home } of accounts) {
    byWay.set(wayBy(undefined, connection), home);
  }
  return (step) => ({ ...byWay.get(wayOf(step)), ...marked(step) });
}

function wayOf({ provider, before, after }: Step): string {
  return wayBy(provider, connectionOf(after?.inputs ?? before?.inputs ?? {}));
}

function wayBy(provider: string | undefined, connection: string | undefined): string {
  return JSON.stringify([provider, connection]);
}
