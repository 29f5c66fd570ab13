import type { Client } from "../../client/client.js";
import { shortHash } from "../../spec/compare.js";
import { hidden, type Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { textIn } from "../state/state.js";
import type { Target } from "./target.js";

/** The mark of the gateway that an object was made on. A state of the first release has none. */
export function priorGateway(state: Values): string | undefined {
  const address = priorAddress(state);
  return address === undefined ? textIn(state, hidden.gateway) : shortHash(address);
}

function priorAddress(state: Values): string | undefined {
  const kept = textIn(state, hidden.gateway) ?? "";
  return URL.canParse(kept) ? kept : undefined;
}

/** What a state keeps of where its object is: the address, and the program's own provider, if its arguments say it. */
export function homeOf({ client, provider }: Pick<Target, "client" | "provider">): Values {
  return defined({ [hidden.gateway]: client.address, [hidden.by]: provider });
}

/** Whether a mark is that of the gateway, or of the address from which its settings say that it has moved. */
export function isOf(mark: string, client: Client): boolean {
  return mark === client.mark || mark === client.firstMark;
}

/**
 * Whether the settings lead to the address that an object was made at, or to where they say that its gateway has moved.
 * Throws if they lead to another gateway: that one knows nothing of the object, and an id may be that of another there.
 */
export function locate({ client, label, ledger }: Target, state: Values): "home" | "moved" {
  const mark = priorGateway(state) ?? client.mark;
  if (mark === client.mark) {
    return "home";
  }
  if (mark === client.firstMark) {
    return "moved";
  }
  const { named } = client.settings;
  const before = priorAddress(state) ?? "another address, of which the state has only a mark";
  const why =
    `${label} was made on ${before}, and ${named("baseUrl")} is ${client.address} now. Nothing was asked there. ` +
    `If both are addresses of one gateway, set ${named("movedFrom")} to the first, for one \`pulumi up\`. ` +
    "If they are two gateways, set the first address again, and then: `pulumi destroy` before you go to the second (`--target` for what alone was made there); or " +
    "another stack for the second; or another `connection` or `Provider` for the resource, which makes it anew on the " +
    "second and deletes it on the first.";
  ledger.misleading = why;
  throw new Error(why);
}

/** Throws if an object of the stack was seen to be on another gateway: then the settings are not of this stack. */
export function expectHome({ label, ledger }: Target): void {
  if (ledger.misleading !== undefined) {
    throw new Error(
      `${label} was not made, because the settings lead to another gateway: ${ledger.misleading}`,
    );
  }
}

/** Why an object that is missing was not called gone, where the gateway is said to have moved. */
export function notMoved({ client, label }: Target, id: string): Error {
  const { movedFrom = "", named } = client.settings;
  return new Error(
    `${label} (id ${id}) was made on ${movedFrom} and is not on ${client.address}, although ${named("movedFrom")} ` +
      "says that this is the same gateway. If it is another one, take that setting away. If the object was deleted, " +
      "take it out of the state with `pulumi state delete`.",
  );
}
