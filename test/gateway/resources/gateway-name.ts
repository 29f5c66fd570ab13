import type { Call } from "../http/operation.ts";
import type { Row } from "../json.ts";
import type { Service } from "../service.ts";

/** What callers of the inference gateway send to reach a model (api.md, "Model": its making is not shown). */
export function gatewayName({ variants }: Service, provider: Row, model: Row): string {
  return variants.gatewayName === "name" ? String(model.name) : `${provider.name}/${model.name}`;
}

/** Gives the models of a provider, whose name may have changed, the gateway names that follow from it. */
export function renameInGateway(provider: Row, { service }: Call<unknown, unknown>): void {
  const models = service.store.table("models");
  for (const model of models.find({ provider_id: provider.id ?? "" })) {
    const gateway_name = gatewayName(service, provider, model);
    if (gateway_name !== model.gateway_name) models.update(String(model.id), { gateway_name });
  }
}
