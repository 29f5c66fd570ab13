import type { Declared } from "../reference/declared.mts";
import { blocks, bullets, code, codes } from "../reference/markdown.mts";
import { isSwitch, type Json, partsOf } from "./types.mts";

/** What a declaration's comment says. */
export function descriptionOf({ comment }: Declared): string {
  return linkless(blocks(comment.text, bullets(comment.bullets)));
}

/** What the comment of a member says, and what its type cannot say in other languages. */
export function memberDescription({ name, members }: Declared, field: string, json: Json): string {
  const { comment, need } = members.find((member) => member.name === field) ?? {};
  if (comment === undefined || comment.text === "") {
    throw new Error(`${name}.${field} has no comment, so the schema cannot describe it`);
  }
  const values = partsOf(json).flatMap((part) => (isSwitch(part) ? [] : (part.enum ?? [])));
  const choices = members.filter((member) => member.need === "choice").map((member) => member.name);
  const byDefault = name.endsWith("Args") ? comment.byDefault : "";
  return [
    linkless(comment.text),
    ...(values.every((value) => comment.text.includes(code(value))) ? [] : [`One of ${codes(values)}.`]),
    ...(need === "choice" ? [`Give one of ${codes(choices)}.`] : []),
    ...(byDefault === "" ? [] : [`Default: ${byDefault}.`]),
  ].join(" ");
}

function linkless(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, (_, name: string) => code(name));
}
