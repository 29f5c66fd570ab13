import { z } from "zod";
import { secureUrl } from "./secure-url.js";

const seconds = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .default(fallback)
    .transform((value) => value * 1000);

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ""));

/** Everything that can be set for one connection; times in milliseconds. */
export const settingsSchema = z.object({
  /** Root of the management API; ends in `/api/v1` (api.md, "Versioning"). */
  baseUrl: z
    .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
    .transform((url) => url.replace(/\/+$/, ""))
    .refine((url) => url.endsWith("/api/v1"), "must end in /api/v1"),
  /** Bearer token (api.md, "Authentication"). */
  accessToken: z.string().optional(),
  /** The app of the service flow and of gate-token (api.md, "Authentication" 1 and 5). */
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  /** Where the service flow gets its tokens. */
  tokenUrl: secureUrl.optional(),
  /** Scopes to ask for, separated by spaces or commas; all that the app may have if there are none. */
  scopes: list.optional(),
  /** Form of the app's credentials: HTTP Basic or fields of the body; api.md does not show it. */
  appAuth: z.enum(["basic", "body"]).default("basic"),
  /** Dated version to pin, sent as `Service-Api-Version` (api.md, "Versioning"). */
  apiVersion: z.string().optional(),
  /** Header that echoes the version; checked only when set, as api.md does not show its name. */
  versionEchoHeader: z.string().optional(),
  /** Account ids that this stack may touch, separated by commas. */
  allowedAccounts: list.optional(),
  /** Whether create may take over an object that exists already. */
  adopt: z.enum(["never", "identical", "always"]).default("never"),
  /** Where `workspace_id` goes on DELETE (api.md, "Gaps common to endpoints"). */
  deleteScope: z.enum(["body", "query", "both"]).default("body"),
  /** Longest single wait for a rate limit, in seconds. */
  maxWait: seconds(300),
  /** Longest time for one request, in seconds. */
  requestTimeout: seconds(30),
  /** How long a failing idempotent request is tried again, in seconds. */
  retryBudget: seconds(30),
  /** Most requests under way at once. */
  maxConcurrency: z.coerce.number().int().positive().default(32),
});

export type SettingKey = keyof typeof settingsSchema.shape;

/** Keys whose values are credentials: never taken from plain config, never printed. */
export const credentialKeys: readonly SettingKey[] = ["accessToken", "clientSecret"];
