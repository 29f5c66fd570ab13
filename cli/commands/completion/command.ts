import { Argument, type Command } from "commander";
import { plainCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { bashScript } from "./bash.js";
import { completedCommands } from "./completed-command.js";
import { fishScript } from "./fish.js";
import { zshScript } from "./zsh.js";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof scripts;

export function completionCommand(terminal: Terminal): Command {
  const shell = new Argument("<shell>", "the shell that reads it").choices(Object.keys(scripts));
  return plainCommand(
    "completion",
    "Print a script by which a shell completes commands, options and their values.",
    {
      examples: [
        `eval "$(workspace-gateway completion bash)"        # in ~/.bashrc`,
        `eval "$(workspace-gateway completion zsh)"         # in ~/.zshrc, after compinit`,
        "workspace-gateway completion fish > ~/.config/fish/completions/workspace-gateway.fish",
      ],
      notes:
        "The script has all in it: no key starts the command. Make it again after an update. It needs the command on the\n" +
        "PATH (`npm install --global workspace-gateway`): a shell completes nothing behind npx.\n\n" +
        "Exit codes: 0 done, 1 failed, 2 the command line is wrong.",
    },
  )
    .addArgument(shell)
    .action((name: Shell, _options: object, command: Command) => {
      const program = command.parent;
      if (program !== null) {
        terminal.out(scripts[name](completedCommands(program)));
      }
    });
}
