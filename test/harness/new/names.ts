/** What a part of the project is called, by where it is called so; templates have `«Kind»` for the name of `Kind`. */
export type Names = Readonly<Record<string, string>>;

export function kindNames(kind: string): Names {
  const variable = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  const noun = kind.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
  const aNoun = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const kinds = plural(kind);
  return {
    Kind: kind,
    Kinds: kinds,
    kind: variable,
    kinds: plural(variable),
    noun,
    nouns: plural(noun),
    aNoun,
    ANoun: `A${aNoun.slice(1)}`,
    file: noun.replaceAll(" ", "-"),
    files: plural(noun).replaceAll(" ", "-"),
    table: plural(noun).replaceAll(" ", "_"),
    told: kinds.startsWith(kind) ? `\`${kind}(${kinds.slice(kind.length)})\`` : `\`${kind}\`, \`${kinds}\``,
  };
}

/** The names of a command, or of a rule, that is called by words with dashes. */
export function dashedNames(file: string): Names {
  const name = file.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return { file, name, run: `run${name.charAt(0).toUpperCase()}${name.slice(1)}` };
}

/** A text with the names put in. */
export function named(text: string, names: Names): string {
  return text.replaceAll(/«(\w+)»/g, (_place, key: string) => {
    const name = names[key];
    if (name === undefined) throw new Error(`no name stands for «${key}»`);
    return name;
  });
}

/** As `provider/text/words.ts` has it, which Node does not load without a build. */
function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun)
    ? noun.replace(/y$/, "ies")
    : `${noun}${/(s|x|z|ch|sh)$/.test(noun) ? "es" : "s"}`;
}
