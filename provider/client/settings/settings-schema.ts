import { z } from "zod";
import { isJsonObject } from "../../text/json.js";
import { isPrintableAscii } from "../../text/printable.js";
import { isSecure, mustBeSecure, plainUrl } from "./secure-url.js";

const seconds = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .default(fallback)
    .transform((value) => value * 1000);

/** Of the characters that HTTP carries: the message names the setting, never the value. */
const ascii = z
  .string()
  .refine(isPrintableAscii, "must be of printable ASCII characters: is it a placeholder, or pasted in part?");

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ""));

const shape = z.object({
  /** Root of the management API; ends in `/api/v1` (api.md, "Versioning"). */
  baseUrl: plainUrl
    .refine((url) => !url.includes("?"), "must be without a query (?)")
    .transform((url) => url.replace(/\/+$/, ""))
    .refine((url) => url.endsWith("/api/v1"), "must end in /api/v1"),
  /** Whether credentials may go over plain http to another machine. */
  allowHttp: z
    .enum(["true", "false"])
    .default("false")
    .transform((allowed) => allowed === "true"),
  /** Bearer token (api.md, "Authentication"). */
  accessToken: ascii
    .refine((token) => !/\s/.test(token), "must be the token alone, without `Bearer` and without spaces")
    .optional(),
  /** The app of the service flow and of gate-token (api.md, "Authentication" 1 and 5). */
  clientId: ascii.optional(),
  clientSecret: ascii.optional(),
  /** Where the service flow gets its tokens. */
  tokenUrl: plainUrl.optional(),
  /** Scopes to ask for, separated by spaces or commas; all that the app may have if there are none. */
  scopes: list.optional(),
  /** Form of the app's credentials: HTTP Basic or fields of the body; api.md does not show it. */
  appAuth: z.enum(["basic", "body"]).default("basic"),
  /** Dated version to pin, sent as `Service-Api-Version` (api.md, "Versioning"). */
  apiVersion: ascii.optional(),
  /** Header that echoes the version; checked only when set, as api.md does not show its name. */
  versionEchoHeader: z.string().optional(),
  /** Account ids that this stack may touch, separated by commas. */
  allowedAccounts: list.optional(),
  /** Whether create may take over an object that exists already. */
  adopt: z.enum(["never", "identical", "always"]).default("never"),
  /** Where `workspace_id` goes on DELETE (api.md, "Gaps common to endpoints"). */
  deleteScope: z.enum(["body", "query", "both"]).default("body"),
  /** Longest wait for a rate limit, alone or with others since the last answer, in seconds. */
  maxWait: seconds(300),
  /** Longest time for one request, in seconds. */
  requestTimeout: seconds(30),
  /** How long a failing idempotent request is tried again, in seconds; its waits for a rate limit do not count. */
  retryBudget: seconds(30),
  /** Most requests under way at once. */
  maxConcurrency: z.coerce.number().int().positive().default(32),
});

/** Told with whatever else is wrong. */
const encrypted = (key: "baseUrl" | "tokenUrl") => ({
  path: [key],
  message: `${mustBeSecure}; \`allowHttp\` set to true lets credentials go unencrypted`,
  when: ({ value }: { value: unknown }) =>
    isJsonObject(value) && typeof value[key] === "string" && URL.canParse(value[key]),
});

/** Everything that can be set for one connection; times in milliseconds. */
export const settingsSchema = shape
  .refine(({ baseUrl, allowHttp }) => allowHttp === true || isSecure(baseUrl), encrypted("baseUrl"))
  .refine(
    ({ tokenUrl, allowHttp }) => allowHttp === true || tokenUrl === undefined || isSecure(tokenUrl),
    encrypted("tokenUrl"),
  );

export type SettingKey = keyof typeof shape.shape;

/** Keys whose values are credentials: never taken from plain config, never printed. */
export const credentialKeys: readonly SettingKey[] = ["accessToken", "clientSecret"];
