import { z } from "zod";

const seconds = (fallback: number) =>
  z.coerce
    .number()
    .positive()
    .default(fallback)
    .transform((value) => value * 1000);

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ""));

const schema = z.object({
  /** Root of the management API; ends in `/api/v1` (api.md, "Versioning"). */
  baseUrl: z
    .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
    .transform((url) => url.replace(/\/+$/, ""))
    .refine((url) => url.endsWith("/api/v1"), "must end in /api/v1"),
  /** Bearer token (api.md, "Authentication"). */
  accessToken: z.string().min(1),
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

type Key = keyof typeof schema.shape;

/** Keys whose values are credentials: never taken from plain config, never printed. */
export const credentialKeys: readonly Key[] = ["accessToken"];

/** Everything that can be set for one connection; times in milliseconds. */
export interface Settings extends z.output<typeof schema> {
  /** How the reader sets a key: its environment variable and its config key. */
  named(key: Key): string;
  /** Credentials among the values, to keep out of every message. */
  readonly secrets: readonly string[];
}

/** Settings that are missing or wrong: every problem at once, each with what would be right. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export const configNamespace = "workspace-gateway";

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads stack config by its full key; secrets already decrypted. */
  config(key: string): string | undefined;
}

/** Reads the settings of a connection: environment first, because `refresh` and `destroy` see the config of the last `up`. */
export function readSettings(source: SettingsSource, connection?: string): Settings {
  const names = (key: string) => ({
    variable: variableName(key, connection),
    config: configKey(key, connection),
  });
  const named = (key: string) =>
    `${names(key).variable} (or \`pulumi config set${flag(key)} ${names(key).config}\`)`;
  const given = Object.keys(schema.shape).flatMap((key) => {
    const told = [source.env[names(key).variable], source.config(names(key).config)];
    const value = told.map((text) => text?.trim()).find((text) => text !== undefined && text !== "");
    return value === undefined ? [] : [[key, value] as const];
  });
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const key = String(issue.path[0]);
      const missing = !given.some(([name]) => name === key);
      return missing ? `set ${named(key)}` : `${named(key)} ${issue.message}`;
    });
    const which = connection === undefined ? "the gateway" : `the gateway connection "${connection}"`;
    throw new SettingsError(`${which} is not configured: ${problems.join("; ")}`);
  }
  const secrets = credentialKeys.flatMap((key) => String(parsed.data[key] ?? []));
  return { ...parsed.data, named, secrets };
}

function configKey(key: string, connection?: string): string {
  return `${configNamespace}:${connection === undefined ? "" : `${connection}.`}${key}`;
}

function variableName(key: string, connection?: string): string {
  const words = [
    ...(connection === undefined ? [] : [connection]),
    key.replace(/[A-Z]/g, (letter) => `_${letter}`),
  ];
  return ["WORKSPACE_GATEWAY", ...words].join("_").replace(/\W/g, "_").toUpperCase();
}

function flag(key: string): string {
  return credentialKeys.some((credential) => credential === key) ? " --secret" : "";
}
