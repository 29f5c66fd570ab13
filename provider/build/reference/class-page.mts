import type { Field, FieldFlags } from "../../spec/field.ts";
import type { Kind } from "../../spec/kind.ts";
import type { BuiltSpecs } from "../bundle.mts";
import type { Declared, Member } from "./declared.mts";
import { blocks, bullets, code, codes, table } from "./markdown.mts";
import { type Names, singular } from "./names.mts";

/** All kinds, and the rule that says what happens when an argument changes. */
export type Specs = Pick<BuiltSpecs, "kinds" | "removalOf">;

/** The word for each flag in the tables, and its meaning. */
export const flagWords: readonly (readonly [flag: keyof FieldFlags, word: string, meaning: string])[] = [
  ["secret", "secret", "encrypted in the state, also if the program has it as a literal; never printed"],
  ["writeOnly", "write-only", "sent, but never shown by the gateway: a change made elsewhere is not seen"],
  ["unordered", "a set", "another order is no change"],
  ["local", "only ours", "only this package uses it; it is never sent to the gateway"],
  ["selects", "selects", "says which existing object is meant"],
  [
    "exclusive",
    "exclusive",
    "the gateway may let only one object have it: its loss to another one is reported, not repaired",
  ],
  ["createOnly", "shown once", "only the answer to the create has it, so it is kept from there"],
  ["follows", "follows", "the gateway makes it from fields of another object: it changes when they change"],
];

export function classPage(class_: Declared, kind: Kind, specs: Specs, names: Names): string {
  const { comment, members } = class_;
  const [, type = ""] = /\bargs: (\w+)/.exec(class_.code) ?? [];
  const args = names.get(type);
  const told = (field: Field, all: readonly Member[] = []) => {
    const member = all.find(({ name }) => name === field.name);
    const shown = code(member?.type || field.expected) + reference(field, specs, names);
    const text = `${names.linked(member?.comment.text ?? "")} ${flagged(field)}`;
    return { name: code(field.name), shown, text, byDefault: member?.comment.byDefault };
  };
  const inputs = [...kind.fields.values()].map((field) => {
    const { name, shown, text, byDefault } = told(field, args?.members);
    const value = byDefault || (field.local ? "not set" : "the gateway's");
    return [name, shown, field.optional ? value : "**required**", text, changeOf(kind, field, specs)];
  });
  const outputs = [...kind.outputFields.values()].map((field) => {
    const { name, shown, text } = told(field, members);
    return [name, shown, text];
  });
  const kept = members.map(({ name }) => name).filter((name) => kind.fields.has(name));
  const volatile = Object.keys(kind.volatile?.shape ?? {});
  const readers = names.readersOf(kind.name).map((name) => names.link(name));
  return blocks(
    `# ${kind.name}`,
    names.linked(comment.text),
    bullets(factsOf(class_, kind, specs, names)),
    comment.example,
    "## Arguments",
    names.linked(args?.comment.text ?? ""),
    `${code(type)}. [What the words mean](README.md#words).`,
    table(["name", "type", "default", "meaning", "a change"], inputs),
    `## Outputs\n\n${codes(["id", "urn", ...kept])}, and what the gateway adds:`,
    table(["name", "type", "meaning"], outputs),
    volatile.length === 0 ? "" : `Not in the state, because they change by themselves: ${codes(volatile)}.`,
    readers.length === 0 ? "" : `Functions that read it: ${readers.join(", ")}.`,
    `## An object that already exists\n\n${existing(kind)}`,
  );
}

/** What the spec says about the whole kind, and what its comment adds. */
function factsOf({ comment }: Declared, kind: Kind, specs: Specs, names: Names): [string, string][] {
  const { contradictions = [], fields } = kind;
  const changes = [...fields.values()].map((field) => [changeOf(kind, field, specs), field.name] as const);
  const replaced = [...new Map(changes).keys()].flatMap((change) => {
    const [, condition] = /^replaces(.*)$/.exec(change) ?? [];
    const changed = changes.filter((each) => each[0] === change).map(([, name]) => name);
    return condition === undefined ? [] : [codes(changed) + condition];
  });
  const derived = new Map([
    ["Named by", namedBy(kind)],
    ["Replaced by a change of", `${replaced.join("; ")}.`],
    ["On destroy", comment.bullets.get("On destroy") ?? onDestroy(kind)],
    ["Scopes", scopesOf(kind, comment.bullets.get("Scopes") ?? "") + withinScopes(kind, specs)],
    ["Contradict each other", contradictions.map((pair) => `${codes(pair)}: a warning.`).join(" ")],
  ]);
  const facts = [...new Map([...derived, ...comment.bullets, ...derived])].filter(([, text]) => text !== "");
  return facts.map(([label, text]) => [label, names.linked(text)]);
}

function namedBy({ naturalKey, distinguishedBy = [] }: Kind): string {
  const apart = distinguishedBy.map((name) => code(name)).join(" or ");
  const unless = apart === "" ? "" : `, unless the gateway takes several that differ in ${apart}`;
  return naturalKey.length === 0 ? "" : `${codes(naturalKey)}: no two objects have the same${unless}.`;
}

function changeOf(kind: Kind, field: Field, { removalOf }: Specs): string {
  if (removalOf(kind, field, {}) === "replaces") {
    return "replaces";
  }
  if (field.name === "connection") {
    return "replaces, if it leads elsewhere";
  }
  if (field.selects !== undefined) {
    return "replaces, if it means another object";
  }
  return field.local ? "nothing is sent" : "updates";
}

function onDestroy({ fields, endpoints }: Kind): string {
  const choice = fields.get("onDestroy");
  const plainly = endpoints.remove === undefined ? "nothing is called." : "deleted.";
  return choice === undefined
    ? plainly
    : `as \`onDestroy\` says: ${choice.expected}. The first is the default.`;
}

/** The scopes of the spec, and the comment's text if it says more. */
function scopesOf(
  { scope, endpoints: { auth, list, get, create, patch, remove } }: Kind,
  said: string,
): string {
  const reads = (list ?? get) ? [`${scope}:read`] : [];
  const writes = (create ?? patch ?? remove) ? [`${scope}:write`] : [];
  const scopes = auth === "app" ? [] : [...reads, ...writes];
  const needed = scopes.length === 0 ? "none; it uses the app's own credentials." : `${codes(scopes)}.`;
  const isAll = said !== "" && scopes.every((each) => said.includes(code(each)));
  return isAll ? said : `${needed} ${said}`.trim();
}

/** Before a kind with a guard is deleted, everything that it can hold is looked for. */
function withinScopes({ endpoints, guard }: Kind, { kinds }: Specs): string {
  if (guard === undefined) {
    return "";
  }
  const held = kinds
    .filter((each) => each.endpoints.list !== undefined && each.endpoints.parent?.list === endpoints.list)
    .map(({ scope }) => `${scope}:read`);
  const scopes = new Set([...held, ...(guard.harmless ?? []).map(({ scope }) => scope)]);
  return ` These are ${codes([...scopes].toSorted())}.`;
}

/**
 * A link to the class that a field refers to. By the API's names, `provider_id` is an id from the list
 * `/providers`.
 */
function reference({ sendAs }: Field, { kinds }: Specs, names: Names): string {
  const [, noun] = /^(\w+)_id$/.exec(sendAs) ?? [];
  const meant = kinds.find(
    ({ endpoints }) => noun !== undefined && singular(endpoints.list ?? "") === `/${noun}`,
  );
  return meant === undefined ? "" : `, id of ${names.link(meant.name)}`;
}

function flagged(field: Field): string {
  const words = flagWords.filter(([flag]) => field[flag] !== undefined).map(([, word]) => word);
  const { follows } = field;
  const followed = follows && ` ${codes(follows.fields)} of what \`${follows.input}\` names`;
  return words.length === 0 ? "" : `*${words.join(", ")}*${followed ?? ""}`;
}

function existing({ name, endpoints: { list, get, parent } }: Kind): string {
  if (list === undefined && get === undefined) {
    return `The gateway never shows one again, so \`${name}.get\` and an import cannot read it.`;
  }
  const where = parent === undefined ? "{}" : `{ ${parent.field}: "the-${parent.field}" }`;
  const place = parent === undefined || list === undefined ? "" : ` --workspace-id the-${parent.field}`;
  return blocks(
    "To read it without managing it:",
    `\`\`\`ts\nconst existing = gateway.${name}.get("existing", "the-id", ${where});\n\`\`\``,
    "To take it over (the command says what to do next):",
    `\`\`\`sh\nnpx workspace-gateway import-file ${name} existing --id the-id${place} --out existing.json\n\`\`\``,
  );
}
