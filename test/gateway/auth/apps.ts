import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import type { Vault } from "../store/vault.ts";
import { hash } from "./tokens.ts";

/** An app to register. */
type AppWish = {
  name: string;
  ownerId: string;
  redirectUris?: string[];
  scopes?: string[];
  clientSecret?: string;
};

/** What a person who registered an app is told, once. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const SEEDED = "Reference app";
const LOOPBACK = ["http://127.0.0.1/callback", "http://localhost/callback"];

/** Opens the registered apps (the API's section "Authentication": how they are registered is not shown). */
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
    /** The app, if the secret is right. */
    verify(clientId: string, clientSecret: string): Row | undefined {
      const app = find(clientId);
      if (app === undefined) return undefined;
      const [given, kept] = [hash(clientSecret), String(app.secret_hash)].map((text) => Buffer.from(text));
      return given && kept && timingSafeEqual(given, kept) ? app : undefined;
    },
    /** The app that every gateway has, made on the first start. */
    seeded(ownerId: string): Credentials {
      const clientSecret = vault.derive(SEEDED);
      const known = table.first({ owner_id: ownerId, secret_hash: hash(clientSecret) });
      if (known !== undefined) return { clientId: String(known.id), clientSecret };
      return register({ name: SEEDED, ownerId, clientSecret, redirectUris: LOOPBACK });
    },
  };
}
