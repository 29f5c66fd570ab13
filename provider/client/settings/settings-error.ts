import { printable } from "../../text/printable.js";

/** Settings that are missing or wrong: the message names all problems, and for each what is right, in one line. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(message: string) {
    super(printable(message));
  }
}
