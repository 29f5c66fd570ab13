import type { CompletedCommand, CompletedOption } from "./completed-command.js";
import { steps } from "./shell-text.js";

/** For fish, with what each word means beside it. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, commands: below, options, operands }) => {
    const here = `complete -c workspace-gateway -n ${quoted(`__workspace_gateway_at ${quoted(path)}`)}`;
    const words = typeof operands === "object" ? operands.words : [];
    return [
      ...below.map(({ word, meaning }) => `${here} -a ${quoted(word)} -d ${quoted(meaning)}`),
      ...words.map((word) => `${here} -a ${quoted(word)}`),
      ...(operands === "file" ? [`${here} -F`] : []),
      ...options.map((option) => `${here} ${optionOf(option)}`),
    ];
  });
  return `# Completion of workspace-gateway for fish
function __workspace_gateway_at
  set -l path
  for each in (commandline -opc)[2..-1]
    test "$each" = --; and return 1
    switch (string join -- ' ' $path $each)
      case ${steps(commands).map(quoted).join(" ")}
        set -a path $each
    end
  end
  test "$path" = "$argv[1]"
end
complete -c workspace-gateway -f
${lines.join("\n")}`;
}

function optionOf({ word, meaning, value }: CompletedOption): string {
  const long = `-l ${word.replace(/^--/, "")} -d ${quoted(meaning)}`;
  if (value === undefined) {
    return long;
  }
  return typeof value === "object"
    ? `${long} -x -a ${quoted(value.words.join(" "))}`
    : `${long} ${value === "file" ? "-r -F" : "-x"}`;
}

/** A text as one word of fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
