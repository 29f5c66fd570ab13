import type { Pin } from "./pin-format.js";
import type { Subject } from "./subject.js";

/** In what the accounts are others than those that were reviewed, a sentence for each connection. */
export function otherAccounts(pin: Pin, now: Subject): string[] {
  const reviewed = pin.accounts.flatMap(({ connection, gateway, account }) => {
    const found = now.accounts.find((each) => each.connection === connection);
    const of = connection === undefined ? "" : ` of the connection ${connection}`;
    if (found?.gateway !== gateway) {
      return [`the gateway${of} is ${found === undefined ? "not to be seen now" : "another one"}`];
    }
    return account === found.account || account === undefined
      ? []
      : [`the account${of} is ${found.account === undefined ? "not to be seen now" : "another one"}`];
  });
  const more = now.accounts.filter(
    ({ connection }) => !pin.accounts.some((each) => each.connection === connection),
  );
  return [
    ...reviewed,
    ...more.map(({ connection }) => `the connection ${connection ?? "without a name"} is new`),
  ];
}
