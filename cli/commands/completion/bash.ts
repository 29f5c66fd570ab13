import type { CompletedCommand, CompletedPlace } from "./completed-command.js";
import { optionsWithValue, shellQuoted, steps } from "./shell-text.js";

/** For bash from 3.2 on, which macOS has. Where nothing is said, `-o default` completes files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const values = optionsWithValue(commands).map(
    ({ path, option }) =>
      `    ${shellQuoted(`${path} ${option.word}`)}) ${completing(option.value)}; return ;;`,
  );
  const offers = commands.map(({ path, commands: below, options, operands }) => {
    const words = [...below, ...options].map(({ word }) => word);
    const more = typeof operands === "object" ? operands.words : [];
    const files = operands === "file" ? " files=1" : "";
    return `    ${shellQuoted(path)}) words=${shellQuoted([...more, ...words].join(" "))}${files} ;;`;
  });
  return `# Completion of workspace-gateway for bash
_workspace_gateway() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= each words= files=
  COMPREPLY=()
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$each" = -- ] && return
    case "\${path:+$path }$each" in
      ${steps(commands).map(shellQuoted).join(" | ")}) path="\${path:+$path }$each" ;;
    esac
  done
  case "$path $previous" in
${values.join("\n")}
  esac
  case "$path" in
${offers.join("\n")}
  esac
  case "$word" in -*) files= ;; esac
  [ -n "$files" ] && return
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ \${#COMPREPLY[@]} -gt 0 ] || compopt +o default 2>/dev/null
}
complete -o default -F _workspace_gateway workspace-gateway`;
}

function completing(value: CompletedPlace | undefined): string {
  if (typeof value === "object") {
    return `COMPREPLY=($(compgen -W ${shellQuoted(value.words.join(" "))} -- "$word"))`;
  }
  return value === "file" ? ":" : "compopt +o default 2>/dev/null";
}
