import { howMany, quoted } from "pulumi-workspace-gateway/tools";
import { shortList } from "../text/short-list.js";
import { durationWords } from "../text/time-words.js";
import type { Usage } from "../usage/usage.js";
import { hasRetired, type Replacement, type Retirement } from "./retirement.js";

/** Of what time callers are told. */
export type UsageTime = Pick<Usage, "since" | "until">;

/** What a person should know of a model that retires, as sentences in one line. */
export function retirementSentences(retirement: Retirement, time?: UsageTime): string {
  const callers = callerWords(retirement, time);
  return [
    `The model ${quoted(retirement.model)} ${dayWords(retirement)}, and ${routeWords(retirement)}.`,
    ...(callers === undefined ? [] : [`It was called ${callers}.`]),
    replacementWords(retirement),
  ].join(" ");
}

/** When it retires: "retires on 2027-01-31, in 5 days". */
export function dayWords({ retiresOn, daysLeft = 0 }: Retirement): string {
  if (retiresOn === undefined) {
    return "says no day on which it retires";
  }
  const days = howMany(Math.abs(daysLeft), "day");
  return hasRetired({ daysLeft })
    ? `retired on ${retiresOn}, ${days} ago`
    : `retires on ${retiresOn}, ${daysLeft === 0 ? "today" : `in ${days}`}`;
}

function routeWords({ routes }: Retirement): string {
  const names = shortList(routes.map(({ incoming }) => quoted(incoming)));
  return routes.length === 0 ? "no mapping leads to it" : `requests for ${names} end there`;
}

/** Who called it: "120 times with 3 keys in 7 days, last 5 minutes ago". Undefined if usage was not read. */
export function callerWords({ callers }: Retirement, time?: UsageTime): string | undefined {
  if (callers === undefined || time === undefined) {
    return undefined;
  }
  const { requests, keys, lastUse = time.until } = callers;
  const during = durationWords(time.since, time.until);
  return requests === 0
    ? `by nobody in ${during}`
    : `${howMany(requests, "time")} with ${howMany(keys, "key")} in ${during}, last ${durationWords(lastUse, time.until)} ago`;
}

/** What to call instead: the end of the chain counts. */
export function replacementWords({ replacements }: Retirement): string {
  const [first] = replacements;
  const last = replacements.at(-1);
  if (first === undefined || last === undefined) {
    return "Nobody says what replaces it.";
  }
  const by = [...new Set(replacements.map(({ name }) => quoted(name)))].join(", then ");
  return `It is replaced by ${by}${endWords(last)}.`;
}

function endWords({ is, name, model, retiresOn }: Replacement): string {
  const place = model === name ? "" : `, which ends at ${quoted(model ?? "")}`;
  switch (is) {
    case "model":
      return `${place}${retiresOn === undefined ? "" : `${place === "" ? ", which" : " and"} retires on ${retiresOn}, too`}`;
    case "circle":
      return ", which leads in a circle: nothing is left to call";
    case "nowhere":
      return ", which is the name of no model that is known here";
    case "unknown":
      return ", which nobody knows before the `up`";
  }
}
