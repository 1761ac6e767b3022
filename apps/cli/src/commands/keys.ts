import { Command, Option } from 'commander'
import type { KeysFlags } from '../keys/run.ts'

const help = `
Keys are for clients of a gateway. They are kept as hashes in the file keys.json of its data folder (.reason here, unless
--file says where); a gateway that runs takes changes over at once. A new key may see no reasoning; --visibility changes that.

Examples:
  reason keys create 'chat page' --visibility label --models 'qwen3*' 'gpt-oss*'
  reason keys create operator --admin --visibility full
  reason keys list
  reason keys rotate abcdefghij --grace 1d
  reason keys revoke abcdefghij

Exit codes: 0 done, 2 wrong usage, 3 there is no such key, or the file cannot be read.`

/** `reason keys …` */
export function keysCommand(): Command {
  const keys = new Command('keys').summary('hand out keys for a gateway').description('Makes, lists, rotates and revokes keys of clients.')
  keys.addHelpText('after', help)
  rights(sub('create', 'make a key, and print it once')).argument('<name>', 'its name, such as a person or a program').action(run('create'))
  sub('list', 'print the keys that there are, without their secrets').action(run('list'))
  rights(sub('change', 'change what a key allows'))
    .argument('<id>', 'its id')
    .option('--name <name>', 'its name, such as a person or a program')
    .action(run('change'))
  sub('rotate', 'give a key a new secret, and print it once')
    .argument('<id>', 'its id')
    .option('--grace <time>', 'how long the old secret still works: 1h, 7d', '0s')
    .action(run('rotate'))
  sub('revoke', 'revoke a key').argument('<id>', 'its id').action(run('revoke'))
  return keys

  function sub(name: string, summary: string): Command {
    const command = new Command(name).summary(summary).description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    command.option('--file <path>', 'the file of keys', '.reason/keys.json').option('--json', 'print JSON')
    keys.addCommand(command)
    return command
  }
}

function rights(command: Command): Command {
  return command
    .addOption(new Option('--visibility <how much>', 'how much of the reasoning it may see').choices(['full', 'summary', 'label', 'none']))
    .option('--models <patterns...>', 'the models that it may ask')
    .option('--admin', 'it opens traces, budgets of others and keys')
    .option('--team <name>', 'whose budget it also counts towards')
    .option('--session <key>', 'session for requests without one')
    .addOption(
      new Option('--trace-mode <mode>', 'the most that is kept of its generations').choices(['none', 'metadata', 'redacted', 'full']),
    )
    .option('--requests-per-minute <n>', 'requests in a minute')
    .addOption(
      new Option('--ask-effort <effort>', 'the effort of requests that say nothing of thinking, before upstreams of another API').choices([
        'minimal',
        'low',
        'medium',
        'high',
        'xhigh',
        'max',
      ]),
    )
    .option('--tokens-per-minute <n>', 'tokens of input and output in a minute')
    .option('--budget <tokens>', 'reasoning tokens that it may use in all')
    .option('--wrap-up <words>', 'message to the model at the warning mark of a budget: on, off, or the words')
    .option('--expires <time>', 'a date, or a duration (90d)')
    .option('--tags <tags...>', 'labels that traces show')
}

type Action = keyof typeof import('../keys/run.ts')

const run =
  (action: Action) =>
  async (...given: unknown[]): Promise<void> => {
    const flags = given.at(-2) as KeysFlags
    const commands = await import('../keys/run.ts')
    process.exitCode = await commands[action](flags, given.length > 2 ? String(given[0]) : '')
  }
