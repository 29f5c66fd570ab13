import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import { isObject, type Row } from "../json.ts";
import type { Store } from "../store/store.ts";

type TokenKind = "access" | "refresh" | "code" | "gate";

export interface Grant {
  userId: string;
  scopes: string[];
  appId: string | null;
  /** Identifies all tokens from one approval. Reuse of a refresh token revokes the family. */
  family: string;
  details: Row;
}

type Issue = {
  kind: TokenKind;
  userId: string;
  scopes: string[];
  appId?: string | null;
  family?: string;
  details?: Row;
  expiresInSeconds?: number | undefined;
  /** The token's value, if it must be the same on each start. */
  value?: string;
};

type Found = { grant: Grant; state: "live" | "expired" | "used" };

const PREFIX: Record<TokenKind, string> = { access: "wga_", refresh: "wgr_", code: "wgc_", gate: "wgk_" };

/** Opens the opaque tokens of a store, which contains only their hashes. */
export function openTokens(store: Store, clock: Clock) {
  const table = store.table("tokens");
  return {
    issue({
      kind,
      userId,
      scopes,
      appId = null,
      family,
      details = {},
      expiresInSeconds,
      value,
    }: Issue): string {
      const token = value ?? PREFIX[kind] + randomBytes(24).toString("base64url");
      const id = hash(token);
      table.remove(id);
      table.insert({
        id,
        kind,
        user_id: userId,
        app_id: appId,
        scopes,
        family: family ?? id,
        details,
        expires_at: expiresInSeconds === undefined ? null : Math.round(clock.now() + expiresInSeconds * 1000),
        used: false,
        created_at: new Date(clock.now()).toISOString(),
      });
      return token;
    },
    find(kind: TokenKind, value: string): Found | undefined {
      const row = table.first({ id: hash(value) });
      if (row === undefined || row.kind !== kind) return undefined;
      const expired = row.expires_at !== null && Number(row.expires_at) <= clock.now();
      return { grant: grantOf(row), state: row.used === true ? "used" : expired ? "expired" : "live" };
    },
    /** Marks a token as used, so that a second use is detected. */
    spend: (value: string) => table.update(hash(value), { used: true }),
    revoke: (value: string) => table.remove(hash(value)),
    revokeFamily(family: string) {
      for (const row of table.find({ family })) table.remove(String(row.id));
    },
  };
}

export function hash(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

function grantOf(row: Row): Grant {
  const { user_id, scopes, app_id, family, details } = row;
  return {
    userId: String(user_id),
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    appId: app_id === null ? null : String(app_id),
    family: String(family),
    details: isObject(details) ? details : {},
  };
}
