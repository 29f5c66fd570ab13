import { printable } from "../text/printable.js";

/** Makes the messages of our own errors fit for a terminal: many quote the gateway. */
export async function printably<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (isOurs(error)) {
      error.message = printable(error.message);
    }
    throw error;
  }
}

/** Whether an error says all in its message: it is one that people are meant to read. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && ["Error", "GatewayError", "SettingsError"].includes(error.name);
}
