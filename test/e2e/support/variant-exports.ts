import { expect } from "vitest";
import { clickAccount } from "./clicked-account.ts";
import { Exports } from "./exports.ts";
import { type WorldOptions, world } from "./world.ts";

/** Goes the whole way with a gateway that answers like this: from an account to an empty preview. */
export async function exportsFrom(variants: WorldOptions["variants"] = {}): Promise<void> {
  const w = await world({ variants });
  try {
    await clickAccount(w);
    const exports = new Exports(w);
    await exports.made("account", "--leave-keys");
    // The engine rewrites its whole state for each object unless told otherwise; that is not what is tried here.
    await exports.imported("account", { PULUMI_SKIP_CHECKPOINTS: "true" });
    await exports.hasNoChanges("account");
    expect(w.calls.writes()).toEqual([]);
  } finally {
    await w.dispose();
  }
}
