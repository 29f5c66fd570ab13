import { fillPath } from "../../../provider/client/http/path.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { createdKinds } from "../../contract/support/samples.ts";
import type { World } from "../../contract/support/world.ts";

const specs: readonly Kind[] = kinds;

/** Takes away what a life has left on the gateway, and brings back what it took, so that the next begins as it did. */
export async function tidy(at: World): Promise<void> {
  for (const { kind } of createdKinds) {
    for (const { id, workspace_id } of at.rows(kind)) {
      await at.gateway.console("DELETE", fillPath(kind.endpoints.remove ?? "", { id }), { workspace_id });
    }
  }
  for (const kind of specs) await at.restore(kind);
}
