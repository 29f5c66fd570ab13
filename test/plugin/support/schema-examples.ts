import { published } from "./published-schema.ts";

/** What the schema shows of one thing: its example in each language, by the name of the fence. */
export interface Shown {
  readonly name: string;
  readonly in: ReadonlyMap<string, string>;
}

export const languages = ["typescript", "python", "yaml"] as const;

export const shown: readonly Shown[] = [
  ...Object.entries({ ...published.resources, ...published.functions }),
  ["Provider", published.provider] as const,
].map(([token, { description = "" }]) => ({
  name: token.split(":").at(-1) ?? "",
  in: new Map(
    [...description.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, fence = "", code = ""]) => [
      fence,
      code,
    ]),
  ),
}));

export function examplesIn(language: (typeof languages)[number]): { name: string; code: string }[] {
  return shown.map((each) => ({ name: each.name, code: each.in.get(language) ?? "" }));
}
