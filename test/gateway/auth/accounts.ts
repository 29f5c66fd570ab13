import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Store } from "../store/store.ts";
import type { Variants } from "../variants.ts";

/** A person or organisation that tokens speak for. */
export interface Account {
  id: string;
  email: string;
  username: string;
}

/** The people of a fresh gateway. */
const SEEDED = ["owner", "admin", "member", "stranger"];

/** Opens the accounts of a store and seeds those that are missing. */
export function openAccounts(store: Store, clock: Clock, variants: Variants) {
  const users = store.table("users");
  const find = (user: string) => users.first({ id: user }) ?? users.first({ username: user });
  /** By username or id; throws when there is none. */
  const get = (user: string): Account => {
    const row = find(user);
    if (row === undefined) throw new Error(`there is no account "${user}"`);
    return { id: String(row.id), email: String(row.email), username: String(row.username) };
  };
  const add = (username: string) => {
    const id = newId(variants);
    users.insert({
      id,
      email: `${username}@example.com`,
      username,
      role: "USER",
      account_type: "PERSONAL",
      plan: "pro",
      email_verified: true,
      created_at: clock.stamp(),
    });
    return get(id);
  };
  for (const username of SEEDED) {
    if (users.count({ username }) === 0) add(username);
  }
  return { get, find, add };
}
