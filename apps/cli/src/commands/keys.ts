import { Command, Option } from 'commander'
import type { KeysFlags } from '../keys/run.ts'
import { efforts, subcommand } from './adapter-options.ts'
import { countFlag } from './numbers.ts'

const help = `
A key identifies a client of a gateway. The gateway stores hashes of keys in keys.json of its data folder (.reason here; --file names
another) and applies changes at once. A new key sees no reasoning until you set --visibility.

Examples:
  reason keys create 'chat page' --visibility label --models 'qwen3*' 'gpt-oss*'
  reason keys create operator --admin --visibility full
  reason keys list
  reason keys rotate abcdefghij --grace 1d
  reason keys revoke abcdefghij

Exit codes: 0 done, 2 wrong usage, 3 the key does not exist, or the file cannot be read.`

export function keysCommand(): Command {
  const keys = new Command('keys')
    .summary('manage the keys of a gateway')
    .description('Creates, lists, changes, rotates and revokes keys of clients.')
  keys.addHelpText('after', help)
  rights(sub('create', 'create a key, and print it once'))
    .argument('<name>', 'name of the key, such as a person or a program')
    .action(run('create'))
  sub('list', 'list the keys, without their secrets').action(run('list'))
  rights(sub('change', 'change what a key allows'))
    .argument('<id>', 'id of the key')
    .option('--name <name>', 'name of the key, such as a person or a program')
    .action(run('change'))
  sub('rotate', 'give a key a new secret, and print it once')
    .argument('<id>', 'id of the key')
    .option('--grace <time>', 'how long the old secret still works: 1h, 7d', '0s')
    .action(run('rotate'))
  sub('revoke', 'revoke a key').argument('<id>', 'id of the key').action(run('revoke'))
  return keys

  function sub(name: string, summary: string): Command {
    const command = subcommand(name, summary)
    command.option('--file <path>', 'file of keys', '.reason/keys.json').option('--json', 'print JSON')
    keys.addCommand(command)
    return command
  }
}

function rights(command: Command): Command {
  return command
    .addOption(new Option('--visibility <how much>', 'reasoning that the client may see').choices(['full', 'summary', 'label', 'none']))
    .option('--models <patterns...>', 'models that the client may use (default: all)')
    .option('--admin', 'access to traces, dashboard, budgets and all keys')
    .option('--team <name>', 'team whose budget the key shares')
    .option('--session <key>', 'session for requests without one')
    .addOption(
      new Option('--trace-mode <mode>', 'most that traces of this key may store').choices(['none', 'metadata', 'redacted', 'full']),
    )
    .option('--requests-per-minute <n>', 'limit of requests per minute', countFlag(1))
    .addOption(new Option('--ask-effort <effort>', 'effort for requests that set none, if the upstream has another API').choices(efforts))
    .option('--tokens-per-minute <n>', 'limit of input and output tokens per minute', countFlag(1))
    .option('--budget <tokens>', 'total of reasoning tokens that the key may use', countFlag(1))
    .option('--wrap-up <words>', 'message to the model when a budget is nearly used up: on, off, or a text')
    .option('--expires <time>', 'when the key expires: a date, or a duration (90d)')
    .option('--tags <tags...>', 'labels that traces show')
}

type KeysAction = keyof typeof import('../keys/run.ts')

const run =
  (action: KeysAction) =>
  async (...given: unknown[]): Promise<void> => {
    const flags = given.at(-2) as KeysFlags
    const commands = await import('../keys/run.ts')
    process.exitCode = await commands[action](flags, given.length > 2 ? String(given[0]) : '')
  }
