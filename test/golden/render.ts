import { fillText, type Json, type Known } from "./fill.ts";
import { absent, Ending, Item, Rows, ServerValue, type Template } from "./template.ts";

export type Envelope = "wrapped" | "bare";

/** One response that the template describes, with samples where the server chooses; keeps what it names. */
export function render(template: Template, known: Known, envelope: Envelope): Json {
  if (template instanceof ServerValue) return sample(template, known);
  if (template instanceof Item) {
    const item = render(template.template, known, envelope);
    return envelope === "wrapped" ? { data: item } : item;
  }
  if (template instanceof Rows) return template.including.map((row) => render(row, known, envelope));
  if (template instanceof Ending) return `https://app.example.com${fillText(template.text, known)}`;
  if (Array.isArray(template)) return template.map((entry: Template) => render(entry, known, envelope));
  if (typeof template === "string") return fillText(template, known);
  if (typeof template !== "object" || template === null) return template === absent ? null : template;
  return Object.fromEntries(
    Object.entries(template)
      .filter(([, value]) => value !== absent)
      .map(([key, value]) => [key, render(value, known, envelope)]),
  );
}

/** Named values differ from each other, and hold a slash, because api.md allows any string as an id. */
function sample({ kind, name }: ServerValue, known: Known): Json {
  if (name === undefined) return kind.sample;
  const value = kind.accepts(`${name}/1`) ? `${name}/1` : kind.sample;
  known.set(name, String(value));
  return value;
}
