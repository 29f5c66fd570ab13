import type { Command } from "commander";
import { scopes } from "../auth/scopes.ts";
import { createService } from "../service.ts";

interface Flags {
  db: string;
  name: string;
  owner: string;
  redirectUri: string[];
  scope: string[];
}

/** Registers an app in the database of a gateway and prints its credentials. */
export function register({ db, name, owner, redirectUri, scope }: Flags, command: Command): void {
  const unknown = scope.filter((asked) => !scopes.includes(asked));
  if (unknown.length > 0) command.error(`There is no scope ${unknown.join(", ")}`);
  const { accounts, apps, store } = createService(db);
  const account = accounts.find(owner);
  if (account === undefined) command.error(`There is no account "${owner}"`);
  const ownerId = String(account.id);
  const wish = { name, ownerId, redirectUris: redirectUri, ...(scope.length > 0 ? { scopes: scope } : {}) };
  const { clientId, clientSecret } = apps.register(wish);
  store.close();
  console.log(`client id      ${clientId}\nclient secret  ${clientSecret}`);
}
