import { z } from "zod";
import { withoutEndSlashes } from "../../text/end-slashes.js";
import { isJsonObject } from "../../text/json.js";
import { isPrintableAscii } from "../../text/printable.js";
import { isSecure, mustBeSecure, plainUrl } from "./secure-url.js";

/** Timers of Node take no more milliseconds: they would end at once. */
const longestTimer = 2 ** 31 - 1;

/** Whole milliseconds, as timers need them. */
const seconds = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .max(Math.floor(longestTimer / 1000))
    .default(fallback)
    .transform((value) => Math.ceil(value * 1000));

/** A text that an HTTP header can carry. The message names the setting, never its value. */
const ascii = z
  .string()
  .refine(
    isPrintableAscii,
    "must have only printable ASCII characters: is it a placeholder, or was only a part of it pasted?",
  );

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ""));

/** An address of the API (the API's section "Versioning"). */
const root = plainUrl
  .refine((url) => !url.includes("?"), "must be without a query (?)")
  .transform(withoutEndSlashes)
  .refine((url) => url.endsWith("/api/v1"), "must end in /api/v1");

const shape = z.object({
  /**
   * Root of the management API: an address of http or https that ends in `/api/v1`, without a query (the
   * API's section "Versioning").
   */
  baseUrl: root,
  /**
   * The address that the gateway had before, if it has another one now: for one `up`, which finds every object here and keeps it.
   *
   * @default objects of another address are refused
   */
  movedFrom: root.optional(),
  /**
   * Whether credentials may go over plain http to another machine.
   *
   * @default false
   */
  allowHttp: z
    .enum(["true", "false"])
    .default("false")
    .transform((allowed) => allowed === "true"),
  /**
   * Bearer token: the token alone, without `Bearer` (the API's section "Authentication").
   *
   * @default the app's, or that of a kept login
   */
  accessToken: ascii
    .refine((token) => !/\s/.test(token), "must be the token alone, without `Bearer` and without spaces")
    .optional(),
  /**
   * Id of the app of the service flow and of gate-token (the API's section "Authentication", 1 and 5).
   *
   * @default no app
   */
  clientId: ascii.optional(),
  /**
   * Secret of that app.
   *
   * @default no app
   */
  clientSecret: ascii.optional(),
  /**
   * Where the service flow gets its tokens: an address of http or https. The API does not show it.
   *
   * @default no service flow
   */
  tokenUrl: plainUrl.optional(),
  /**
   * Scopes that the app asks for; in a config separated by spaces or commas.
   *
   * @default none are named: the token endpoint decides
   */
  scopes: list.optional(),
  /**
   * How the app's credentials are sent: HTTP Basic or fields of the body. The API does not show it.
   *
   * @default basic
   */
  appAuth: z.enum(["basic", "body"]).default("basic"),
  /**
   * Dated version to pin, sent as `Service-Api-Version` (the API's section "Versioning"). The API does not list the
   * versions.
   *
   * @default the gateway's newest
   */
  apiVersion: ascii.optional(),
  /**
   * Header that echoes the version. The API does not show its name.
   *
   * @default it is not checked
   */
  versionEchoHeader: z.string().optional(),
  /**
   * Ids of the accounts that may be touched; in a config separated by spaces or commas.
   *
   * @default any
   */
  allowedAccounts: list.optional(),
  /**
   * Whether create may take over an object that exists already: if it is as declared, or in any case.
   *
   * @default never
   */
  adopt: z.enum(["never", "identical", "always"]).default("never"),
  /**
   * What happens if the gateway stores another value than was sent: the `up` fails, or it warns and keeps the value as that of
   * the declaration.
   *
   * @default fail
   */
  onAlteredValue: z.enum(["fail", "warn"]).default("fail"),
  /**
   * Where `workspace_id` goes on DELETE. The API does not show it; if the other place is the right one, that is
   * found out.
   *
   * @default body
   */
  deleteScope: z.enum(["body", "query", "both"]).default("body"),
  /**
   * Longest wait for a rate limit, in seconds. The waits since the last answer are added up.
   *
   * @default 300
   */
  maxWait: seconds(300),
  /**
   * Longest time for one request, in seconds.
   *
   * @default 30
   */
  requestTimeout: seconds(30),
  /**
   * How long a failing idempotent request is repeated, in seconds, without its waits for a rate limit.
   *
   * @default 30
   */
  retryBudget: seconds(30),
  /**
   * Most requests under way at once.
   *
   * @default 32
   */
  maxConcurrency: z.coerce.number().int().positive().default(32),
});

/** `when` lets zod check this rule even if another setting is wrong: all problems are told together. */
const encrypted = (key: "baseUrl" | "tokenUrl") => ({
  path: [key],
  message: `${mustBeSecure}; \`allowHttp\` set to true allows credentials to be sent unencrypted`,
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

export function isCredential(key: string): boolean {
  return credentialKeys.some((credential) => credential === key);
}
