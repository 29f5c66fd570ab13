import type { CompletedCommand, CompletedPlace, Offer } from "./completed-command.js";
import { optionsWithValue, shellQuoted, steps } from "./shell-text.js";

/** For zsh, with what each word means beside it. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const values = optionsWithValue(commands).map(
    ({ path, option }) =>
      `    ${shellQuoted(`${path} ${option.word}`)}) ${completing(option.value)}; return ;;`,
  );
  const offers = commands.map(({ path, commands: below, options, operands }) => {
    const operandWords = typeof operands === "object" ? operands.words : [];
    const list = (name: string, all: readonly Offer[]) =>
      all.length === 0 ? "" : ` ${name}=(${all.map(describedWord).join(" ")})`;
    const words = [...operandWords.map((word) => ({ word, meaning: "" })), ...below];
    return `    ${shellQuoted(path)})${list("words_", words)}${list("options_", options)}${operands === "file" ? " files_=1" : ""} ;;`;
  });
  return `#compdef workspace-gateway
# Completion of workspace-gateway for zsh
_workspace_gateway() {
  local path_= each_ files_=
  local -a words_ options_
  for each_ in "\${(@)words[2,CURRENT-1]}"; do
    [[ $each_ == -- ]] && return
    case "\${path_:+$path_ }$each_" in
      ${steps(commands).map(shellQuoted).join(" | ")}) path_="\${path_:+$path_ }$each_" ;;
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  case "$path_" in
${offers.join("\n")}
  esac
  [[ \${words[CURRENT]} == -* ]] && { _describe -o option options_; return }
  (( \${#words_} )) && _describe command words_
  [[ -n $files_ ]] && _files
}
compdef _workspace_gateway workspace-gateway`;
}

/** `_describe` takes what follows a colon for the meaning. */
function describedWord({ word, meaning }: Offer): string {
  return shellQuoted(meaning === "" ? word : `${word}:${meaning.replaceAll(":", "\\:")}`);
}

function completing(value: CompletedPlace | undefined): string {
  if (typeof value === "object") {
    return `compadd -- ${value.words.map(shellQuoted).join(" ")}`;
  }
  return value === "file" ? "_files" : ":";
}
