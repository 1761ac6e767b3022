import { Command } from 'commander'
import type { TopFlags } from '../top/run.ts'
import { addGatewayOptions } from './gateway-options.ts'

const help = `
Shown are rates of the last 30 seconds, budgets with those that are nearly used up first, what each model thinks, upstreams, and what came last.
A gateway is asked, by default the one at http://127.0.0.1:8787; where it wants keys, with one of an administrator. q or Ctrl-C ends it.

Into a file or a pipe it is printed once. With --json each state is a line, every two seconds; with --once there is one.

Examples:
  reason top
  reason top --gateway https://gateway.example --key-env OPERATOR_KEY
  reason top --once --json | jq '.budgets.balances[] | select(.level != "ok")'

Exit codes: 0 ended with q or printed, 2 wrong usage, 3 the gateway refuses or does not answer, 130 ended with Ctrl-C.`

export const topCommand = (): Command =>
  addGatewayOptions(
    new Command('top')
      .summary('watch budgets and rates of a gateway')
      .description('Shows rates, budgets, models and upstreams of a gateway, live.'),
  )
    .option('--once', 'print it once')
    .option('--json', 'print JSON, a line for each state')
    .addHelpText('after', help)
    .action(async (flags: TopFlags) => {
      const { runTop } = await import('../top/run.ts')
      process.exitCode = await runTop(flags)
    })
