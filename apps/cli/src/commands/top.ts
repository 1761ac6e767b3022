import { Command } from 'commander'
import type { TopFlags } from '../top/run.ts'
import { addGatewayOptions } from './gateway-options.ts'

const help = `
The display has the rates of the last 30 seconds, budgets (the fullest first), tokens by model, upstreams and the latest generations.
If the gateway requires keys, the command needs the key of an administrator. q or Ctrl-C quits.

A file or a pipe gets one snapshot. --json prints a line of JSON every two seconds, or one line with --once.

Examples:
  reason top
  reason top --gateway https://gateway.example --key-env OPERATOR_KEY
  reason top --once --json | jq '.budgets.balances[] | select(.level != "ok")'

Exit codes: 0 ended with q or printed, 2 wrong usage, 3 the gateway refuses or does not respond, 130 ended with Ctrl-C.`

export const topCommand = (): Command =>
  addGatewayOptions(
    new Command('top')
      .summary('watch budgets and rates of a gateway')
      .description('Shows rates, budgets, models and upstreams of a gateway, live.'),
  )
    .option('--once', 'print one snapshot')
    .option('--json', 'print JSON, one line per snapshot')
    .addHelpText('after', help)
    .action(async (flags: TopFlags) => {
      const { runTop } = await import('../top/run.ts')
      process.exitCode = await runTop(flags)
    })
