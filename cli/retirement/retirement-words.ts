import { howMany, quoted } from "pulumi-workspace-gateway/tools";
import { shortList } from "../text/short-list.js";
import { durationWords } from "../text/time-words.js";
import { hasRetired, type Replacement, type Retirement } from "./retirement.js";

/** What a person should know of a model that retires, as sentences in one line. */
export function retirementSentences(retirement: Retirement): string {
  return [
    `The model ${quoted(retirement.model)} ${dayWords(retirement)}, and ${routeWords(retirement)}.`,
    ...callerSentences(retirement),
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

/** Who called it of late. None if usage was not read. */
export function callerSentences({ callers }: Pick<Retirement, "callers">): string[] {
  return callers === undefined
    ? []
    : [`In the last ${durationWords(callers.since, callers.until)} it answered ${callers.words}.`];
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
