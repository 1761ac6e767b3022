import { Command } from 'commander'
import type { BudgetFlags } from '../budget/run.ts'
import { addGatewayOptions } from './gateway-options.ts'

const help = `
Budgets are kept by a gateway that runs: it is asked, by default at http://127.0.0.1:8787, else where --gateway or REASON_GATEWAY says.

Examples:
  reason budget show alice
  reason budget reset alice
  reason budget set alice 100000

Exit codes: 0 done, 2 wrong usage, 3 the gateway does not answer.`

/** `reason budget …` */
export function budgetCommand(): Command {
  const budget = new Command('budget')
    .summary('see how much of its budget a session has used, and set that')
    .description('Budgets of sessions, at a gateway.')
  budget.addHelpText('after', help)
  sub('show', 'say how much a session has used').action((session: string, flags: BudgetFlags) => run(session, undefined, flags))
  sub('reset', 'begin anew from 0').action((session: string, flags: BudgetFlags) => run(session, '0', flags))
  sub('set', 'say how much is used, as of now; the limit stays')
    .argument('<tokens>', 'reasoning tokens')
    .action((session: string, tokens: string, flags: BudgetFlags) => run(session, tokens, flags))
  return budget

  function sub(name: string, summary: string): Command {
    const command = new Command(name).summary(summary).description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    addGatewayOptions(command.argument('<session>', 'its key')).option('--json', 'print JSON')
    budget.addCommand(command)
    return command
  }
}

async function run(session: string, used: string | undefined, flags: BudgetFlags): Promise<void> {
  const { runBudget } = await import('../budget/run.ts')
  process.exitCode = await runBudget(session, used, flags)
}
