import type { AccountObject } from "../account/account-object.js";

const localFields = ["retiresOn", "replacedBy"] as const;

/** The objects of a gateway, with what only states say of its models: the gateway does not learn when they retire. */
export function withLocalDates(
  shown: readonly AccountObject[],
  declared: readonly AccountObject[],
): AccountObject[] {
  const models = declared.filter(({ kind, id }) => kind === "Model" && id !== undefined);
  const byId = Map.groupBy(models, ({ id }) => id);
  return shown.map((object) => {
    const model =
      object.kind === "Model" ? byId.get(object.id)?.find((each) => isOnOne(each, object)) : undefined;
    const said = localFields.flatMap((field) => {
      const value = model?.inputs[field];
      return value === undefined ? [] : [[field, value] as const];
    });
    return said.length === 0
      ? object
      : { ...object, inputs: { ...object.inputs, ...Object.fromEntries(said) } };
  });
}

/** Whether both may be of one gateway: not every state remembers which one it was. */
function isOnOne(one: AccountObject, other: AccountObject): boolean {
  return one.gateway === undefined || other.gateway === undefined || one.gateway === other.gateway;
}
