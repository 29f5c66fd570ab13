import type { Command, Option } from "commander";

/** A word that a shell can offer, and what it means. */
export interface Offer {
  readonly word: string;
  readonly meaning: string;
}

/** What may stand in a place: one of some words, a file, or a text that no shell can know. */
export type CompletedPlace = { readonly words: readonly string[] } | "file" | "text";

export interface CompletedOption extends Offer {
  /** Undefined for an option without a value. */
  readonly value: CompletedPlace | undefined;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Its words, without the program's own. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly options: readonly CompletedOption[];
  /** What its operands are; undefined if it has none. */
  readonly operands: CompletedPlace | undefined;
}

/** The program itself and all of its commands, each with the options that it takes. */
export function completedCommands(program: Command): CompletedCommand[] {
  const everywhere = program.options.map(completedOption);
  const help: CompletedOption = { word: "--help", meaning: "display help for command", value: undefined };
  const walk = (command: Command, path: string): CompletedCommand[] => {
    const [operand] = command.registeredArguments;
    const own = command === program ? [] : command.options.map(completedOption);
    return [
      {
        path,
        commands: command.commands.map((each) => ({
          word: each.name(),
          meaning: firstSentence(each.description()),
        })),
        options: [...own, ...everywhere, help],
        operands: operand && placeOf(operand.name(), operand.argChoices),
      },
      ...command.commands.flatMap((each) => walk(each, `${path} ${each.name()}`.trim())),
    ];
  };
  return walk(program, "");
}

function completedOption(option: Option): CompletedOption {
  const named = /[<[]([\w-]+)/.exec(option.flags)?.[1];
  return {
    word: option.long ?? option.flags,
    meaning: option.description,
    value: named === undefined ? undefined : placeOf(named, option.argChoices),
  };
}

const ofFiles = /^(file|folder|pin|key|directory)$/;

function placeOf(name: string, choices: readonly string[] | undefined): CompletedPlace {
  return choices === undefined ? (ofFiles.test(name) ? "file" : "text") : { words: choices };
}

function firstSentence(text: string): string {
  return text.replace(/\.$/, "");
}
