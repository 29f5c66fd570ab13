import { readFile } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "pulumi-workspace-gateway/tools";
import { PinError } from "../../review/pin/pin-error.js";
import { type Pin, pinText, readPin } from "../../review/pin/pin-format.js";
import { sha256 } from "../../text/sha256.js";
import { givenText } from "../given-file.js";
import { writeWhole } from "../whole-file.js";

/** The name of pulumi's own plan, which lies beside a pin. */
export function planFileOf(pin: string): string {
  return `${path.basename(pin)}.plan.json`;
}

/** Writes a pin, and pulumi's plan beside it. Only the user may read them: a plan holds what the program declares. */
export async function writePinFiles(file: string, pin: Pin, plan: string): Promise<void> {
  await writeWhole(path.join(path.dirname(file), pin.plan.file), plan, 0o600);
  await writeWhole(file, pinText(pin), 0o600);
}

/** Reads a pin and the plan beside it. Throws a {@link PinError} if they are not what was written. */
export async function readPinFiles(file: string): Promise<{ pin: Pin; plan: string }> {
  const pin = readPin(await givenText(file, "the pin"));
  const plan = await readFile(path.join(path.dirname(file), pin.plan.file), "utf8").catch(
    (error: unknown) => {
      throw new PinError(`pulumi's plan is not beside it: ${messageOf(error)}`);
    },
  );
  if (sha256(plan) !== pin.plan.sha256) {
    throw new PinError(`${pin.plan.file} is not the plan that was reviewed: its digest is another`);
  }
  return { pin, plan };
}
