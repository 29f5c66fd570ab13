import { echoedFields, hidden, howMany, isReadable, nounOf, plural } from "pulumi-workspace-gateway/tools";
import type { StackResource } from "../stack/stack-state.js";
import { shortList } from "../text/short-list.js";
import type { DriftStack, Managed, PlaceView } from "./managed.js";

interface Noted {
  readonly stacks: readonly DriftStack[];
  readonly managed: readonly Managed[];
  readonly sealed: readonly StackResource[];
  readonly unreached: readonly StackResource[];
  readonly views: readonly PlaceView[];
  /** Those whose state says nothing of properties that the program does not declare, and was asked for them. */
  readonly silent: readonly Managed[];
}

const showSecrets = "`pulumi stack export --show-secrets` writes a file that has them in plain text";

/** What is not known, and what else is worth a note: a sentence each. */
export function driftNotes(noted: Noted): string[] {
  return [
    ...emptyNotes(noted),
    ...unfinishedNotes(noted),
    ...skippedNotes(noted),
    ...encryptedNotes(noted),
    ...silentNotes(noted),
    ...unreachedNotes(noted),
    ...refusedNotes(noted),
  ];
}

function emptyNotes({ stacks }: Noted): string[] {
  return stacks
    .filter(({ state }) => state.resources.length === 0)
    .map(({ name }) => `The stack ${name} has no object of a gateway.`);
}

function unreachedNotes({ unreached }: Noted): string[] {
  return [...Map.groupBy(unreached, ({ provider }) => provider)].map(
    ([provider, these]) =>
      `${howMany(these.length, "object")} of the provider "${provider}" ${these.length === 1 ? "was" : "were"} not compared: ` +
      "its settings stand in the program. `pulumi preview --refresh` compares them.",
  );
}

/** What a run left behind that was killed or failed. */
function unfinishedNotes({ stacks, managed }: Noted): string[] {
  const pending = stacks.flatMap(({ state }) => state.pending);
  const unfinished = managed.filter(({ state }) => state.values[hidden.unfinished] === true);
  return [
    ...(pending.length === 0
      ? []
      : [
          `Nobody recorded the end of ${howMany(pending.length, "operation")} ` +
            `(${shortList(pending.map(({ operation, name }) => `${operation} ${name}`))}): what they created may be among the undeclared.`,
        ]),
    ...(unfinished.length === 0
      ? []
      : [
          `The last \`up\` did not finish ${shortList(unfinished.map(({ resource }) => labelOf(resource)))}: ` +
            "what differs there may come from that run.",
        ]),
  ];
}

function skippedNotes({ stacks, managed }: Noted): string[] {
  const leaving = managed.filter(({ resource }) => resource.leaving);
  const issued = managed.filter(({ resource }) => !isReadable(resource.kind) && !resource.leaving);
  const counts = [...Map.groupBy(issued, ({ resource }) => nounOf(resource.kind))].map(([noun, these]) =>
    howMany(these.length, noun),
  );
  const newer = [...new Set(stacks.flatMap(({ state }) => state.unknownKinds))];
  return [
    ...(leaving.length === 0
      ? []
      : [
          `Not looked for: ${howMany(leaving.length, "object")} in whose place a replacement stands. The next \`up\` deletes them.`,
        ]),
    ...(issued.length === 0 ? [] : [`Not looked for: ${counts.join(", ")}. The API cannot read them.`]),
    ...(newer.length === 0
      ? []
      : [`Not looked for: objects of kinds that this release does not know (${newer.join(", ")}).`]),
  ];
}

function encryptedNotes({ managed, sealed }: Noted): string[] {
  const parts = managed.flatMap(({ resource, state }) =>
    isReadable(resource.kind) && !resource.external
      ? echoedFields(resource.kind)
          .filter(({ name }) => state.sealed.has(name))
          .map(({ name }) => `${name} of ${labelOf(resource)}`)
      : [],
  );
  return [
    ...(sealed.length === 0
      ? []
      : [
          `Not looked for: ${shortList(sealed.map(labelOf))}. The file says where they are only in encrypted form; ${showSecrets}.`,
        ]),
    ...(parts.length === 0
      ? []
      : [`Not compared: ${shortList(parts)}, because the file has only encrypted values; ${showSecrets}.`]),
  ];
}

function silentNotes({ silent }: Noted): string[] {
  return silent.length === 0
    ? []
    : [
        `Not compared: the undeclared properties of ${shortList(silent.map(({ resource }) => labelOf(resource)))}, ` +
          "because the state of an older release says nothing of them. `pulumi refresh` brings them in.",
      ];
}

function refusedNotes({ views }: Noted): string[] {
  const refused = [...new Set(views.flatMap((view) => view.refused))];
  return refused.map(
    ({ name, scope }) =>
      `It is not known which ${plural(nounOf({ name }))} nobody declares: the gateway answered 403 (scope \`${scope}:read\`).`,
  );
}

function labelOf({ kind, name }: StackResource): string {
  return `${kind.name} ${name}`;
}
