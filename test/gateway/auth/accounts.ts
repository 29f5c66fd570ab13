import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { type Clock, newId } from "../clock.ts";
import type { Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import type { Vault } from "../store/vault.ts";
import type { Variants } from "../variants.ts";
import { hash } from "./tokens.ts";

export interface Account {
  id: string;
  email: string;
  username: string;
}

const SEEDED = ["owner", "admin", "member", "stranger"];

/** Opens the accounts of a store and seeds those that are missing. */
export function openAccounts(store: Store, clock: Clock, variants: Variants) {
  const users = store.table("users");
  const find = (user: string) => users.first({ id: user }) ?? users.first({ username: user });
  /** Returns an account by username or id. Throws if it does not exist. */
  const get = (user: string): Account => {
    const row = find(user);
    if (row === undefined) throw new Error(`the account "${user}" does not exist`);
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

type AppWish = {
  name: string;
  ownerId: string;
  redirectUris?: string[];
  scopes?: string[];
  clientSecret?: string;
};

/** The credentials of an app, shown only once, on registration. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const SEEDED_APP = "Reference app";

const LOOPBACK = ["http://127.0.0.1/callback", "http://localhost/callback"];

/** Opens the registered apps. The API's section "Authentication" does not show how to register them. */
export function openApps(store: Store, clock: Clock, vault: Vault, scopes: readonly string[]) {
  const table = store.table("apps");
  const find = (clientId: string) => table.first({ id: clientId });
  const register = ({ name, ownerId, redirectUris = [], ...wish }: AppWish): Credentials => {
    const clientId = `app_${randomUUID()}`;
    const clientSecret = wish.clientSecret ?? randomBytes(24).toString("base64url");
    table.insert({
      id: clientId,
      name,
      owner_id: ownerId,
      secret_hash: hash(clientSecret),
      redirect_uris: redirectUris,
      scopes: wish.scopes ?? [...scopes],
      created_at: clock.stamp(),
    });
    return { clientId, clientSecret };
  };
  return {
    register,
    find,
    verify(clientId: string, clientSecret: string): Row | undefined {
      const app = find(clientId);
      if (app === undefined) return undefined;
      const [given, kept] = [hash(clientSecret), String(app.secret_hash)].map((text) => Buffer.from(text));
      return given && kept && timingSafeEqual(given, kept) ? app : undefined;
    },
    /** The app that every gateway has. It is created on the first start. */
    seeded(ownerId: string): Credentials {
      const clientSecret = vault.derive(SEEDED_APP);
      const known = table.first({ owner_id: ownerId, secret_hash: hash(clientSecret) });
      if (known !== undefined) return { clientId: String(known.id), clientSecret };
      return register({ name: SEEDED_APP, ownerId, clientSecret, redirectUris: LOOPBACK });
    },
  };
}
