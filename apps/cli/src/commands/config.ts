import { Argument, Command } from 'commander'
import { home } from '../home.ts'

const help = `
The gateway, @reason/server, runs this command. Install it in this folder, or beside the command.

Examples:
  reason config check
  reason config check other.yaml --port 9000
  reason config print --sources
  reason config print --json
  reason config explain qwen3:8b
  reason config schema > config.schema.json

Exit codes: 0 valid, 1 invalid, 2 wrong usage, 3 the gateway is not installed.`

export function configCommand(): Command {
  return new Command('config')
    .summary("check, print or explain the gateway's configuration")
    .description('Checks or prints the configuration of the gateway, or explains where requests for a model go.')
    .addArgument(new Argument('<what>', 'action').choices(['check', 'print', 'explain', 'schema']))
    .argument('[words...]', 'a file, and flags of the gateway')
    .allowUnknownOption()
    .addHelpText('after', help)
    .action(async (_what: string, _words: readonly string[], __: unknown, command: Command) => {
      const { runGateway } = await import('../gateway/run.ts')
      process.exitCode = await runGateway(['config', ...command.args], process.cwd(), home)
    })
}
