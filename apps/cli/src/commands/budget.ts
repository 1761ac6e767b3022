import { Command, Option } from 'commander'
import type { BudgetFlags } from '../budget/run.ts'
import { scopes } from '../budget/scopes.ts'
import { subcommand } from './adapter-options.ts'
import { addGatewayOptions } from './gateway-options.ts'
import { countFlag } from './numbers.ts'

const help = `
A running gateway keeps the budgets. Its address is --gateway, REASON_GATEWAY or http://127.0.0.1:8787.

Examples:
  reason budget show alice
  reason budget reset alice
  reason budget set alice 100000
  reason budget reset abcdefghij --scope key
  reason budget show red --scope team

Exit codes: 0 done, 2 wrong usage, 3 the gateway does not respond, or has no such budget.`

export function budgetCommand(): Command {
  const budget = new Command('budget')
    .summary('show and set how much of its budget a session, key or team has used')
    .description('Shows and sets budgets of sessions, keys and teams at a gateway.')
  budget.addHelpText('after', help)
  sub('show', 'print the used tokens').action((name: string, flags: BudgetFlags) => run(name, undefined, flags))
  sub('reset', 'set the used tokens to 0').action((name: string, flags: BudgetFlags) => run(name, 0, flags))
  sub('set', 'set the number of used tokens; the limit stays')
    .argument('<tokens>', 'reasoning tokens', countFlag(0))
    .action((name: string, tokens: number, flags: BudgetFlags) => run(name, tokens, flags))
  return budget

  function sub(name: string, summary: string): Command {
    const command = subcommand(name, summary)
    addGatewayOptions(command.argument('<name>', 'name of the session or team, or id of the key'))
      .addOption(new Option('--scope <scope>', 'kind of budget').choices(Object.keys(scopes)).default('session'))
      .option('--json', 'print JSON')
    budget.addCommand(command)
    return command
  }
}

async function run(name: string, used: number | undefined, flags: BudgetFlags): Promise<void> {
  const { runBudget } = await import('../budget/run.ts')
  process.exitCode = await runBudget(name, used, flags)
}
