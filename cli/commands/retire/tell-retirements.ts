import { everyKind, type Io, likely, quoted, systemIo } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf } from "../../account/account-object.js";
import { findRetirements } from "../../retirement/find-retirements.js";
import { hasRetired, isDue, isInTheWay, type Retirement, usualWarning } from "../../retirement/retirement.js";
import { withCallers } from "../../retirement/with-callers.js";
import { shortList } from "../../text/short-list.js";
import { utcDay } from "../../text/utc-day.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { usageBeside } from "../usage/usage-beside.js";
import { assertUsage } from "../usage/usage-options.js";
import { retireText } from "./retire-text.js";
import { type RetirePlace, retiringAccount } from "./retiring-account.js";

export interface RetireOptions extends RetirePlace {
  /** How many days before it retires a model is told of. */
  readonly within?: number;
}

interface Asked {
  /** Empty: all that retire soon, or have retired. */
  readonly models: readonly string[];
  /** More arguments for `pulumi preview`. */
  readonly pulumi: readonly string[];
}

/** Tells what stands in the way of models that retire. */
export async function tellRetirements(
  { models, pulumi }: Asked,
  options: RetireOptions,
  terminal: Terminal,
  { now }: Pick<Io, "now"> = systemIo,
): Promise<void> {
  const { within = usualWarning, live, stack, json } = options;
  assertUsage(options);
  if (options.offline && options.usage !== undefined) {
    throw new UsageError("--usage reads the gateway, and --offline does not: leave out one of them");
  }
  if (live && stack === undefined && models.length === 0) {
    throw new UsageError(
      "the gateway does not know when models retire: give --stack, whose models say it, or name models",
    );
  }
  const account = await retiringAccount(options, pulumi, await everyKind(), terminal);
  const named = namedModels(account.objects, models);
  const today = utcDay(now());
  const found = findRetirements(account.objects, {
    today,
    wanted: (model) => (models.length === 0 ? isDue(model, within) : named.has(model.urn)),
  });
  const retirements = withCallers(found, await usageBeside(options, account, terminal));
  terminal.out(
    json ? JSON.stringify({ version: 1, today, retirements }, undefined, 2) : retireText(retirements, within),
  );
  assertFree(retirements);
}

/** The URNs of the models that are named: several may have one name, in several workspaces. */
function namedModels(objects: readonly AccountObject[], names: readonly string[]): ReadonlySet<string> {
  const models = objects.filter(({ kind }) => kind === "Model");
  const namesOf = (model: AccountObject) => [textOf(model, "gatewayName"), model.name, model.id];
  return new Set(
    names.flatMap((name) => {
      const meant = models.filter((model) => namesOf(model).includes(name));
      if (meant.length === 0) {
        throw noModel(
          name,
          models.map((model) => textOf(model, "gatewayName") ?? model.name),
        );
      }
      return meant.map(({ urn }) => urn);
    }),
  );
}

function noModel(name: string, names: readonly string[]): Error {
  const meant = likely(name, names);
  const known = shortList([...new Set(names)].toSorted().map(quoted));
  const hint =
    meant !== undefined ? ` Is ${quoted(meant)} meant?` : known === "" ? "" : ` There is ${known}.`;
  return new Error(`no model has the gateway name, name or id ${quoted(name)}.${hint}`);
}

/** Before its day, what stands in the way is only told. */
function assertFree(retirements: readonly Retirement[]): void {
  const stuck = retirements.filter((each) => hasRetired(each) && isInTheWay(each));
  if (stuck.length > 0) {
    const names = shortList(stuck.map(({ model }) => quoted(model)));
    throw new Refused(`requests still end at models that have retired: ${names}.`, 3);
  }
}
