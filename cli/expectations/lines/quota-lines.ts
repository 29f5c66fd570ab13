import { howMany, isJsonObject } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, knownValue, textOf } from "../../account/account-object.js";
import { fits } from "../../text/fits.js";
import type { RoutesFile } from "../format.js";
import { judge, worst } from "../line-outcome.js";
import { aboutObject, type ExpectedLine, isInBounds } from "./line.js";

type ExpectedQuota = NonNullable<RoutesFile["quotas"]>[string];

/** What is expected of the quotas of a name. */
export function quotaLines(
  glob: string,
  expected: ExpectedQuota,
  all: readonly AccountObject[],
): ExpectedLine[] {
  const meant = all.filter((quota) => namesOf(quota).some((name) => fits(glob, name)));
  const nameless = all.filter((quota) => namesOf(quota).length === 0);
  return checks(expected).map(({ key, words, isMet, shown }) => {
    const judgements = [...meant, ...nameless].map((quota) =>
      judge({
        isMet: nameless.includes(quota) ? undefined : isMet(quota),
        found: `\`${quota.name}\` has ${shown(quota) ?? "a value that is not known"}`,
        ...aboutObject(quota),
      }),
    );
    const judgement = worst(judgements) ?? judge({ isMet: false, found: "no quota has such a name" });
    return { path: [key], expected: words, judgement };
  });
}

interface Check {
  readonly key: string;
  readonly words: string;
  isMet(quota: AccountObject): boolean | undefined;
  shown(quota: AccountObject): string | undefined;
}

function checks({ atMost, atLeast, period, windowMinutes }: ExpectedQuota): Check[] {
  const requests = (quota: AccountObject) => amountOf(quota, "maxRequests");
  const shownRequests = (quota: AccountObject) => {
    const value = requests(quota);
    return value === undefined ? undefined : howMany(value, "request");
  };
  const equals = (field: string, wanted: string | number): Check => ({
    key: field,
    words: `${field} ${wanted}`,
    isMet: (quota) => {
      const value = knownValue(quota, field);
      return value === undefined ? undefined : value === wanted;
    },
    shown: (quota) => {
      const value = knownValue(quota, field);
      return value === undefined ? undefined : `${field} ${value}`;
    },
  });
  const bound = (key: "atMost" | "atLeast", words: string, value: number): Check => ({
    key,
    words: `${words} ${howMany(value, "request")}`,
    isMet: (quota) => isInBounds({ [key]: value }, requests(quota)),
    shown: shownRequests,
  });
  return [
    ...(atMost === undefined ? [] : [bound("atMost", "at most", atMost)]),
    ...(atLeast === undefined ? [] : [bound("atLeast", "at least", atLeast)]),
    ...(period === undefined ? [] : [equals("period", period)]),
    ...(windowMinutes === undefined ? [] : [equals("windowMinutes", windowMinutes)]),
  ];
}

/** The name that it has, and, of one that the program only finds, the name that it is found by. */
function namesOf(quota: AccountObject): string[] {
  const match = knownValue(quota, "match");
  const found = isJsonObject(match) ? match.name : undefined;
  const name = textOf(quota, "name") ?? found;
  return typeof name === "string" ? [name] : [];
}
