import { z } from "zod";
import { collection, type FieldFlags, field, harmless } from "../spec/index.js";
import { hasUser, hostRule, isReadAsWritten, userRule } from "../text/address.js";
import type { Json } from "../text/json.js";

/** An API identifier: any string (API document, section "Resources and their fields"). */
export const id = () => z.string().min(1);

/** The workspace that an object belongs to. The object cannot move to a different workspace. */
export const workspaceId = () => field(id(), { replace: true, danger: harmless });

/** Text that should not be empty. Text that is empty or contains only spaces causes a warning. */
export const text = (rules: FieldFlags = {}) => field(z.string(), { doubt: emptiness, ...rules });

/** Returns a warning if text is empty or contains only spaces. */
export function emptiness(value: Json): string | undefined {
  return typeof value === "string" && value.trim() === "" ? "is empty" : undefined;
}

/**
 * An http(s) address with a plain host. It must not contain a user name or password, because the state
 * stores it in plain text. A missing scheme causes a warning.
 */
export const address = (rules: FieldFlags) =>
  field(
    z
      .string()
      .refine(isReadAsWritten, { error: ({ input }) => hostRule(String(input)), abort: true })
      .refine((url) => !hasUser(url), userRule),
    { doubt: schemeless, ...rules },
  );

function schemeless(value: Json): string | undefined {
  return typeof value === "string" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
    ? "has no scheme such as https://"
    : undefined;
}

/** Returns a warning if a number is below the smallest plausible value. */
export function below(least: number): (value: Json) => string | undefined {
  return (value) => (typeof value === "number" && value < least ? `is below ${least}` : undefined);
}

/** A whole number, with a warning for values below the smallest plausible value. */
export const atLeast = (least: number, rules: FieldFlags = {}) =>
  field(z.int(), { doubt: below(least), ...rules });

/** The parent of kinds whose objects belong to a workspace. */
export const inWorkspace = {
  what: "workspace",
  field: "workspaceId",
  list: "/workspaces",
  scope: "workspaces:read",
} as const;

/**
 * The endpoints of a collection whose objects belong to a workspace (API document, section "Workspace-scoped
 * resources").
 */
export function scoped(path: string, options: { update: boolean }) {
  return { ...collection(path, options), parent: inWorkspace, scoped: true };
}

/** When the gateway wrote the object. */
export const timestamps = {
  /** When the gateway created the object, ISO 8601. */
  createdAt: field(z.string(), { stamp: "created", madeOf: [] }),
  /** When the gateway last changed the object, ISO 8601. */
  updatedAt: field(z.string(), { stamp: "written" }),
};
