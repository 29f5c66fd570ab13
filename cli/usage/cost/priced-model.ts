import { defined, isUnknown } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, textOf, workspaceKey } from "../../account/account-object.js";
import type { Tally } from "./tally.js";

/** What a model costs for each unit of tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** A model as its requests and their cost see it. */
export interface PricedModel {
  readonly urn: string;
  /** Its gateway name, or else the name that the program gives it. */
  readonly name: string;
  readonly logicalName: string;
  readonly workspace: string;
  /** What rows name it by. Undefined of a model that is still to be made. */
  readonly id?: string;
  readonly providerId?: string;
  /** Undefined while it is not known. */
  readonly price?: Price;
}

/** The models of an account by their URNs. */
export function pricedModels(objects: readonly AccountObject[]): ReadonlyMap<string, PricedModel> {
  const models = objects.filter(({ kind }) => kind === "Model");
  return new Map(models.map((model) => [model.urn, pricedModel(model)]));
}

function pricedModel(model: AccountObject): PricedModel {
  const { urn, name, id } = model;
  const [input, output] = [costOf(model, "inputCost"), costOf(model, "outputCost")];
  return {
    urn,
    name: textOf(model, "gatewayName") ?? name,
    logicalName: name,
    workspace: workspaceKey(model),
    ...defined({
      id,
      providerId: textOf(model, "providerId"),
      price: input === undefined || output === undefined ? undefined : { input, output },
    }),
  };
}

/** What an update plans and nobody knows yet is not what the gateway shows of it. */
function costOf(model: AccountObject, field: string): number | undefined {
  return isUnknown(model.inputs[field]) ? undefined : amountOf(model, field);
}

/** What tokens cost in list prices: divided by the unit of the prices, it is money. */
export function listCost(
  { tokensInput, tokensOutput }: Pick<Tally, "tokensInput" | "tokensOutput">,
  { input, output }: Price,
): number {
  return tokensInput * input + tokensOutput * output;
}

export function isSamePrice(one: Price | undefined, other: Price | undefined): boolean {
  return one?.input === other?.input && one?.output === other?.output;
}
