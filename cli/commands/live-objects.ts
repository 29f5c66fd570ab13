import { defined, type Kind } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { gatewayObject } from "../account/gateway-objects.js";
import { readAccount } from "../live/live-account.js";
import { sessionFor } from "./gateway.js";
import type { Terminal } from "./terminal.js";

/** The objects that the account of the environment's settings has, of some kinds besides its workspaces. */
export async function liveObjects(
  connection: string | undefined,
  kinds: readonly Kind[],
  wanted: readonly string[],
  terminal: Terminal,
): Promise<AccountObject[]> {
  const { objects } = await readAccount({
    kinds,
    session: sessionFor(terminal, defined({ connection }), kinds),
    connection,
    reads: ({ name }) => wanted.includes(name),
    told: (done, all) => terminal.progress(`${done} of ${all} lists read`),
  });
  terminal.progress("");
  return objects.map(gatewayObject);
}
