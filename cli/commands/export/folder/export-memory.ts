import { createHash } from "node:crypto";
import { jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { ExportedObject, KnownObject } from "../../../export/exported-program.js";
import { reservedVariables } from "../../../export/names/reserved-names.js";
import { legalName } from "../project-name.js";

/** The file beside the program that lists what an export has written. */
export const memoryFile = "export.json";

const newestVersion = 2;

/** The name of a constant, in the form that exports write. It becomes code, and the name of a prompt's file. */
const variable = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, "is no name of a constant")
  .refine((name) => !reservedVariables.has(name.toLowerCase()), "is a name that something else has");

/** The name of a file of the program, in the form that exports write. It becomes a path, which must stay in the folder. */
const programFile = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*\.ts$/, "is no file of the program")
  .refine((file) => !["index.ts", "prompt-text.ts"].includes(file), "is a file that declares nothing");

const knownFormat = z.strictObject({
  kind: z.string(),
  id: z.string(),
  workspaceId: z.string().exactOptional(),
  name: z.string().min(1),
  variable,
  file: programFile,
  declared: z.record(z.string(), z.json()),
  referredBy: z.record(z.string(), z.json()).exactOptional(),
}) satisfies z.ZodType<KnownObject>;

const memoryFormat = z.strictObject({
  about: z.string(),
  version: z.literal([1, newestVersion]),
  project: z.string().regex(legalName, "is no name of a project"),
  connection: z.string().exactOptional(),
  stack: z.string().exactOptional(),
  keys: z.enum(["required", "left"]),
  workspaces: z.array(z.string()).exactOptional(),
  without: z.array(z.string()),
  gateway: z.string(),
  account: z.string().exactOptional(),
  files: z.record(z.string(), z.string()),
  objects: z.array(knownFormat),
});

/**
 * What the next export needs to know: the ids of the exported workspaces (if not all), the options, the stack that it was
 * imported into, the digests of the files, and the declared objects.
 */
export interface ExportMemory extends Omit<z.infer<typeof memoryFormat>, "about" | "version" | "objects"> {
  readonly objects: readonly KnownObject[];
  /** Whether `import.json` has what was never imported: older releases left only the newest there. */
  readonly keepsImports: boolean;
}

const about =
  "What `workspace-gateway export --into` has to know of the exports before: keep this file with the program, and do not edit it.";

export function memoryText(memory: Omit<ExportMemory, "keepsImports">): string {
  const text = {
    about,
    version: newestVersion,
    ...memory,
    files: Object.fromEntries(Object.entries(memory.files).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}

/** Reads the memory of an export. Throws if it is broken, or written by a newer release. */
export function readExportMemory(text: string, file: string): ExportMemory {
  const { about: _, version, ...memory } = parsed(text, file);
  return { ...memory, keepsImports: version === newestVersion };
}

function parsed(text: string, file: string): z.infer<typeof memoryFormat> {
  const advice = "Restore it from version control, or export into a new folder.";
  const json = jsonIn(text);
  if (json === undefined) {
    throw new Error(`${file} is broken: it is no JSON. ${advice}`);
  }
  const { version } = z.looseObject({ version: z.number() }).catch({ version: newestVersion }).parse(json);
  if (version > newestVersion) {
    throw new Error(
      `${file} was written by a newer release of pulumi-workspace-gateway (its version is ${version}): use that one.`,
    );
  }
  const { data, error } = memoryFormat.safeParse(json);
  if (data === undefined) {
    const [issue] = error.issues;
    throw new Error(`${file} is broken: ${issue?.path.join(".")}: ${issue?.message}. ${advice}`);
  }
  return data;
}

/** The digest of a file's text, which shows whether the file was edited. */
export function fileDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The entry of an object: without what each export finds out anew. */
export function remembered(object: ExportedObject): KnownObject {
  const { spec: _kind, imported: _imported, text: _text, properties: _code, ...entry } = object;
  return entry;
}
