import type { Client, Session } from "pulumi-workspace-gateway/tools";
import { textOf, type Valued } from "../../account/account-object.js";
import type { Plan } from "../../review/plan/plan.js";

/** What reads one of the gateways that objects are at. It throws if its settings are missing or wrong. */
export type ClientOf = () => Client | Promise<Client>;

/** One for each connection that objects name. */
export function gatewayClients(objects: readonly Valued[], session: Session): ClientOf[] {
  const connections = new Set(objects.map((object) => textOf(object, "connection")));
  return (connections.size === 0 ? [undefined] : [...connections]).map(
    (connection) => () => session.client(connection),
  );
}

/** That of a plan, which does not say of each object where it is. What has a provider of its own, or only the gateway has, does not count. */
export function plannedClient({ steps }: Plan, sessionOf: () => Promise<Session>): ClientOf {
  const own = steps.filter(({ kind, provider, isUndeclared }) => kind && !provider && !isUndeclared);
  const objects = own.flatMap(({ before, after }) => after ?? before ?? []);
  return async () => {
    const [first, ...others] = gatewayClients(objects, await sessionOf());
    if (first === undefined || others.length > 0) {
      throw new Error(
        "the plan has objects of several connections. `drift` tells the usage of each, and `check` does with --stack.",
      );
    }
    return first();
  };
}
