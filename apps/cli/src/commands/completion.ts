import { Argument, Command } from 'commander'
import type { Shell } from '../completion/run.ts'

const help = `
The script completes commands, flags, values of flags, and files. It runs nothing. Print it again after an update.

  bash   reason completion bash > ~/.local/share/bash-completion/completions/reason
  zsh    reason completion zsh > "\${fpath[1]}/_reason"
  fish   reason completion fish > ~/.config/fish/completions/reason.fish

In the current shell: source <(reason completion bash), or zsh; in fish: reason completion fish | source.

Exit codes: 0 printed, 2 wrong usage.`

export const completionCommand = (): Command =>
  new Command('completion')
    .summary('print a script that completes commands and flags in your shell')
    .description('Prints a script with which a shell completes commands and flags.')
    .addArgument(new Argument('<shell>', 'shell to write the script for').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', help)
    .action(async (shell: Shell, _: unknown, command: Command) => {
      const { runCompletion } = await import('../completion/run.ts')
      process.exitCode = await runCompletion(shell, command.parent!)
    })
