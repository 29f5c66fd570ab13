import { stripVTControlCharacters } from "node:util";

/** A resource as a state keeps it, as far as the laws compare it. */
interface Recorded {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}

/** What has come of a program: what its stack has, or what was wrong. */
export interface Came {
  readonly resources: readonly Recorded[];
  readonly errors: readonly { readonly urn: string; readonly message: string }[];
}

/** Resources by URN, without what no two gateways have alike: ids, times, addresses, what was issued. */
export function comparable({ resources }: Pick<Came, "resources">): Record<string, unknown> {
  const own = resources.filter(({ urn }) => !urn.includes("::pulumi:providers:"));
  const byId = new Map(
    own
      .toSorted((a, b) => (a.urn < b.urn ? 1 : -1))
      .flatMap(({ id, urn }) => (id ? [[id, `<id of ${urn.split("::").at(-1)}>`] as const] : [])),
  );
  return Object.fromEntries(
    own.map(({ urn, inputs = {}, outputs = {} }) => [urn, plain({ inputs, outputs }, byId)]),
  );
}

const unlike = ["__account", "__follows"];

/** What a gateway makes out of chance. */
const issued = ["gateKey", "code", "link"];

/** Whether something issued is a secret. */
function kindOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "a secret" : typeof value;
}

function plain(value: unknown, byId: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, byId));
  if (typeof value === "string") return plainText(value, byId);
  if (typeof value !== "object" || value === null) return value;
  const { plaintext, ...others }: { plaintext?: unknown } = value;
  // A secret of an export is JSON; one of a running deployment is its value.
  const all = typeof plaintext === "string" ? { ...others, value: JSON.parse(plaintext) } : value;
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !unlike.includes(name))
      .map(([name, inside]) => [name, issued.includes(name) ? kindOf(inside) : plain(inside, byId)]),
  );
}

/** Texts in which a process of the test stands, an address or a moment. */
export function plainText(text: string, byId: ReadonlyMap<string, string> = new Map()): string {
  const known = [...byId].reduce((all, [id, name]) => all.replaceAll(id, name), text);
  const steady = stripVTControlCharacters(known)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, "<origin>")
    .replaceAll(/<\{%[^%]*%\}>/g, "");
  return unwrapped(steady.trim());
}

/** The SDK says an error in other words if it hears of it while the program is still being loaded. */
function unwrapped(message: string): string {
  return message
    .replace(/^Running program '[^']*' failed with an unhandled exception:\n<ref \*1> \[/, "")
    .replace(/\] \{\n {2}promise: Promise \{ <rejected> \[Circular \*1\] \}\n\}$/, "");
}
