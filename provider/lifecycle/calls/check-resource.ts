import { SettingsError } from "../../client/settings/settings.js";
import { requireApp } from "../../client/sign-in/as-app.js";
import { canonical } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import { isUnknown, type Values } from "../../spec/values.js";
import { asText } from "../../text/json.js";
import { printable } from "../../text/printable.js";
import { identityFields, identityOf } from "../operation/declarations.js";
import type { Session } from "../operation/session.js";
import { labelOf } from "../operation/target.js";
import { whyUnmatched } from "../sources/adopted.js";
import { checkInputs, sentence } from "../state/check.js";
import { inputsOf } from "../state/state.js";
import { warnOfMisreferences } from "./misreferences.js";

/** What a check has found. A failure names its property in the sentence, never the value of it. */
export interface Checked {
  /** Whether all is right, and the connection is known: then the gateway may be asked about the resource. */
  readonly isSound: boolean;
  readonly failures: readonly string[];
}

/** A resource of the program, as it was and as it is declared. */
interface Declared {
  /** One that no other resource of the program has. */
  readonly name: string | undefined;
  readonly olds: Values;
  readonly news: Values;
}

/** What is wrong with a resource. Warns of what is probably a mistake. */
export async function checkResource(kind: Kind, session: Session, declared: Declared): Promise<Checked> {
  const { news } = declared;
  const failures = [...failuresOf(kind, session, declared), ...twinFailures(kind, session, declared)];
  warnOfRivals(kind, session, declared);
  warnOfKept(kind, session, declared);
  const isKnown = failures.length === 0 && !isUnknown(news.connection);
  if (isKnown) {
    warnOfMisreferences(kind, session, resourceLabel(kind, declared), news);
  }
  const unmatched = isKnown ? await unmatchedFailures(kind, session, declared) : [];
  const all = [...failures, ...unmatched];
  if (all.length > 0) {
    session.fail();
  }
  return { isSound: isKnown && all.length === 0, failures: all.map(printable) };
}

/** What is wrong with the inputs, and with the settings of their connection. */
function failuresOf(kind: Kind, session: Session, declared: Declared): string[] {
  const { news } = declared;
  const failures = checkInputs(kind, news).map(sentence);
  const idle = idleConnection(session, news);
  if (idle !== undefined) {
    return [...failures, idle];
  }
  return isUnknown(news.connection) ? failures : [...failures, ...settingsFailures(kind, session, declared)];
}

/** Why a connection cannot be named beside a provider of the program; undefined if none is. */
export function idleConnection({ provider }: Session, { connection }: Values): string | undefined {
  return provider === undefined || connection === undefined
    ? undefined
    : `connection has no effect beside the provider "${provider}", whose arguments are its settings: ` +
        "leave out the one or the other";
}

/** Refuses a second resource for one object. Two resources that have had two objects so far may go on. */
function twinFailures(kind: Kind, session: Session, { name, olds, news }: Declared): string[] {
  const identity = identityOf(kind, news);
  if (identity === undefined || name === undefined || isUnknown(news.connection)) {
    return [];
  }
  const isNew = identityOf(kind, olds) !== identity;
  // An object without a workspace belongs to an account, and each connection may have its own account.
  const owner = kind.endpoints.parent === undefined ? asText(news.connection ?? "") : "";
  const place = `${kind.name} ${session.gatewayOf(news)} ${owner} ${identity}`;
  const sibling = session.declarations.sibling(place, { name, isNew });
  return sibling === undefined
    ? []
    : [
        `this ${kind.name} is declared already, by the resource "${sibling.split("::").at(-1)}": ` +
          "one object cannot be two resources. " +
          `Take one of the two out of the program, or make them differ in ${identityFields(kind).join(" or ")}.`,
      ];
}

/** The resource, for a warning: a person looks for it in the program, where the object has no name yet. */
function resourceLabel(kind: Kind, { name, news }: Declared): string {
  return name === undefined ? labelOf(kind, news) : `${kind.name} resource "${name.split("::").at(-1)}"`;
}

/** Warns of a second resource that declares what perhaps only one object of the workspace can have. */
function warnOfRivals(kind: Kind, session: Session, declared: Declared): void {
  const { name, news } = declared;
  const { parent } = kind.endpoints;
  const place = [news.connection, news[parent?.field ?? ""]];
  if (name === undefined || place.some(isUnknown)) {
    return;
  }
  for (const field of kind.fields.values()) {
    const isWanted = field.exclusive !== undefined && news[field.name] === true;
    const thing = `${kind.name} ${field.name} ${place.join(" ")}`;
    const rival = isWanted ? session.declarations.rival(thing, name) : undefined;
    if (rival !== undefined) {
      session.warn(
        `${resourceLabel(kind, declared)}: ${field.name} is declared by the resource "${rival.split("::").at(-1)}", too. The API does not say ` +
          `whether several can have it: the ${kind.name} that is written last may take it from the other. Take it out of one of them.`,
        news,
      );
    }
  }
}

/**
 * Warns of what stays when a resource is destroyed, in a place of the program that cannot be destroyed with it in it: an object, or what
 * comes of a new one that is issued.
 */
function warnOfKept(kind: Kind, session: Session, { olds, news }: Declared): void {
  const { source, endpoints } = kind;
  const { list, parent } = endpoints;
  const holder = session.kinds.find((each) => each.endpoints.list === parent?.list);
  if (parent === undefined || holder?.guard === undefined) {
    return;
  }
  const isNew = olds[parent.field] === undefined;
  const stays =
    list !== undefined && news.onDestroy === "keep"
      ? `${labelOf(kind, news)} stays`
      : source.how === "issued" && source.leaves !== undefined && isNew
        ? `${source.leaves} stay`
        : undefined;
  const { planned } = session.ledger(news);
  const { unless } = holder.guard;
  const declared = planned.spelled(parent.list, asText(news[parent.field]), [unless]);
  if (stays !== undefined && declared !== undefined && declared !== canonical([true])) {
    session.warn(
      `${stays} in the ${holder.name} when this resource is destroyed, so the ${holder.name} cannot be destroyed, unless it has ` +
        `\`${unless}: true\`, which deletes all that is in it.`,
      news,
    );
  }
}

/**
 * Refuses a new resource for an object of the account that has to be there already, and is not. What belongs to a workspace may
 * still come before the `up`: a person joins.
 */
async function unmatchedFailures(kind: Kind, session: Session, { olds, news }: Declared): Promise<string[]> {
  const identity = identityOf(kind, news);
  const { source, endpoints } = kind;
  if (
    source.how !== "adopted" ||
    endpoints.parent !== undefined ||
    identity === undefined ||
    identityOf(kind, olds) === identity
  ) {
    return [];
  }
  const target = session.target(kind, news);
  const isMisled = target.ledger.misleading !== undefined; // the create says so
  const why = isMisled ? undefined : await whyUnmatched(target, inputsOf(kind, news), source);
  return why === undefined ? [] : [why];
}

function settingsFailures(kind: Kind, session: Session, declared: Declared): string[] {
  try {
    const target = session.target(kind, declared.news);
    session.warnOfDoubts(target, resourceLabel(kind, declared));
    if (kind.endpoints.auth === "app") {
      requireApp(target.client.settings);
    }
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return [error.message];
    }
    throw error;
  }
}
