import { isJsonObject } from "pulumi-workspace-gateway/tools";
import { type AccountObject, knownValue, textOf } from "../../account/account-object.js";
import { fits } from "../../text/fits.js";
import type { ExpectedWorkspace } from "../format.js";
import { judge, type LineOutcome, worst } from "../line-outcome.js";
import type { Room } from "../workspace-room.js";
import { aboutObject, type ExpectedLine, orWords } from "./line.js";

/** A person of a workspace, by all that they are called. */
interface Person {
  readonly member: AccountObject;
  readonly called: readonly string[];
  readonly role: string | undefined;
}

/** Who is expected in a workspace, and as what. */
export function peopleLines(expected: NonNullable<ExpectedWorkspace["people"]>, room: Room): ExpectedLine[] {
  const { admins, maxAdmins, members, maxMembers } = expected;
  // The API assigns ADMIN and MEMBER alone (its section "Member"): the owner is there anyway.
  const people = room
    .of("Member")
    .map(personOf)
    .filter(({ role }) => role !== "OWNER");
  const administrators = people.filter(({ role }) => role !== "MEMBER");
  const isAdmin = ({ role }: Person) => role === "ADMIN" || undefined;
  const isThere = () => true as const;
  return [
    ...listed("admins", "the administrators", admins, administrators, isAdmin),
    ...counted("maxAdmins", "administrators", maxAdmins, administrators, isAdmin),
    ...listed("members", "the people", members, people, isThere),
    ...counted("maxMembers", "people", maxMembers, people, isThere),
  ];
}

function personOf(member: AccountObject): Person {
  return { member, called: memberNames(member), role: textOf(member, "role") };
}

/** All that a person is called: by the program, and on the gateway. The first is what people know best. */
export function memberNames(member: AccountObject): string[] {
  const user = knownValue(member, "user");
  const shown = isJsonObject(user) ? [user.email, user.username, user.id] : [];
  const selected = ["email", "username", "userId"].map((field) => textOf(member, field));
  const called = [...selected, ...shown].filter((name) => typeof name === "string");
  return [...new Set(called)];
}

/** @param isOne - undefined for a person of whom it is not known */
type IsOne = (person: Person) => true | undefined;

function listed(
  key: string,
  what: string,
  patterns: readonly string[] | undefined,
  people: readonly Person[],
  isOne: IsOne,
): ExpectedLine[] {
  if (patterns === undefined) {
    return [];
  }
  const others = people.map((person) => {
    const { called, member } = person;
    const isMeant = called.some((name) => patterns.some((pattern) => fits(pattern, name)));
    const isMet = isMeant || (called.length === 0 || isOne(person) === undefined ? undefined : false);
    return judge({ isMet, found: `\`${called[0] ?? member.name}\` is one, too`, ...aboutObject(member) });
  });
  const missing = patterns
    .filter((pattern) => !pattern.includes("*"))
    .map((name) => {
      const same = people.filter(({ called }) => called.includes(name));
      const nameless = people.some(({ called }) => called.length === 0);
      const isMet =
        same.some((person) => isOne(person) === true) || (same.length > 0 || nameless ? undefined : false);
      return judge({ isMet, found: `\`${name}\` is none` });
    });
  const expected = patterns.length === 0 ? `${what}: nobody` : `${what}: ${orWords(patterns)}`;
  return [{ path: ["people", key], expected, judgement: overall([...others, ...missing], people) }];
}

function overall(all: readonly LineOutcome[], people: readonly Person[]): LineOutcome {
  const found = people.length === 0 ? "nobody is one" : namesOf(people);
  const most = worst(all);
  return most === undefined || most.status === "held" ? judge({ isMet: true, found }) : most;
}

function counted(
  key: string,
  what: string,
  most: number | undefined,
  people: readonly Person[],
  isOne: IsOne,
): ExpectedLine[] {
  if (most === undefined) {
    return [];
  }
  const sure = people.filter((person) => isOne(person) === true);
  const isMet = people.length <= most || (sure.length > most ? false : undefined);
  const found = people.length === 0 ? "there is none" : `${people.length}: ${namesOf(people)}`;
  return [{ path: ["people", key], expected: `at most ${most} ${what}`, judgement: judge({ isMet, found }) }];
}

function namesOf(people: readonly Person[]): string {
  return people.map(({ called, member }) => `\`${called[0] ?? member.name}\``).join(", ");
}
