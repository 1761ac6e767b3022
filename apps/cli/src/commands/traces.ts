import { Command, Option } from 'commander'
import type { TracesFlags } from '../traces/open.ts'
import { subcommand } from './adapter-options.ts'
import { decimal, wholeNumber } from './numbers.ts'

const help = `
A gateway stores a trace of each generation. The command reads its store, also while the gateway runs: .reason/traces.db of this folder,
or what --traces or REASON_TRACES names (sqlite:PATH or postgres://…). With --gateway it asks a running gateway instead.

Examples:
  reason traces list --model qwen3:8b --since 2h
  reason traces show trace_01a1fa240ff05905aab17de88f424aa7
  reason traces search '"17 * 3"' --json
  reason traces tail --session alice --reasoning
  reason traces usage --by key --since 30d
  reason traces list --gateway http://gateway:8787 --sort duration-ms
  reason traces export --session alice --format csv > alice.csv
  reason traces prune --older-than 30d

Exit codes: 0 done, 1 verify found a problem, 2 wrong usage, 3 the traces cannot be read.`

const verifyHelp = `
verify finds a trace that was changed, made up or removed, and a link that was changed, removed or inserted. With the head that a gateway
with --trace-chain signs, it also finds that the newest links were removed with their traces.

verify cannot find changes by a person who can read the keys, traces that the gateway never stored, or who made a change. Only with --known,
the output of an earlier verify that you stored elsewhere, does it find that an old copy of rows and head was restored, or that both were removed.

Examples:
  reason traces verify --json > kept-elsewhere.json
  reason traces verify --known kept-elsewhere.json
  reason traces verify --traces postgres://db/traces --chain-head .reason/traces.head --seal-keys .reason/seal.keys

Exit codes: 0 the chain holds, 1 it does not, 2 wrong usage, 3 the traces cannot be read.`

export function tracesCommand(): Command {
  const traces = new Command('traces')
    .summary('read, search and delete the traces of a gateway')
    .description('Reads, searches, exports and deletes traces.')
  traces.addHelpText('after', help)

  filtered(remote(sub('list', 'print traces, newest first or sorted')))
    .addOption(sort())
    .action(run('list'))
  remote(sub('show', 'print one trace with its reasoning')).argument('<id>', 'id of the trace').action(run('show'))
  filtered(remote(sub('search', 'find traces by words of their reasoning')))
    .argument('<words...>', 'words, "a phrase", begin*, -without')
    .action(run('search'))
  chosen(sub('tail', 'print the last traces, and those that are stored from now on, until Ctrl-C'))
    .option('-n, --lines <n>', 'number of traces to print first', wholeNumber(0), 10)
    .option('-r, --reasoning', 'print the reasoning, too')
    .action(run('tail'))
  filtered(remote(sub('usage', 'add up tokens by model, key, team, session or day')))
    .option('--by <what>', 'model, team, key, session, upstream, day, month …, or metadata.NAME', 'model')
    .action(run('usage'))
  chosen(remote(sub('export', 'write all traces to standard output')))
    .addOption(new Option('--format <format>', 'format of the export').choices(['jsonl', 'csv', 'parquet']).default('jsonl'))
    .action(run('export'))
  sub('import', 'add traces of an export in JSON lines').argument('<file>', 'file to import; -: standard input').action(run('import'))
  sub('prune', 'delete old traces').requiredOption('--older-than <time>', 'age of the traces to delete: 30d, 12h').action(run('prune'))
  remote(sub('forget', 'delete all traces of a session')).argument('<session>', 'key of the session').action(run('forget'))
  sub('verify', 'check that traces are unchanged, by their chain of digests')
    .option('--chain-head <path>', 'signed head of the chain (default: the file of the traces with .head behind its name)')
    .option('--seal-keys <path>', 'keys that sign the head (default: seal.keys beside the file of the traces)')
    .option('--known <path>', 'output of an earlier verify --json, or a copy of a head, to compare the chain with')
    .addHelpText('after', verifyHelp)
    .action(run('verify'))
  return traces

  function sub(name: string, summary: string): Command {
    const command = subcommand(name, summary)
    command.option('--traces <where>', 'store of the traces: sqlite:PATH or postgres://…').option('--json', 'print JSON')
    traces.addCommand(command)
    return command
  }
}

/** The `--sort` flag. Accepts the names of the API (`totalTokens`) as well. */
function sort(): Option {
  const orders = ['reasoning-tokens', 'total-tokens', 'duration-ms', 'leak-score']
  const option = new Option('--sort <by>', 'sort by this value, highest first').choices(orders)
  const check = option.parseArg!
  return option.argParser((text, before: string | undefined) => {
    const dashed = text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return String(check(dashed, before)).replaceAll(/-./g, ([, letter]) => letter!.toUpperCase())
  })
}

const remote = (command: Command): Command =>
  command
    .option('--gateway <url>', 'ask a running gateway for its traces, such as http://127.0.0.1:8787')
    .option('--key-env <name>', 'environment variable with the key of an administrator (default: REASON_KEY)')

const filtered = (command: Command): Command => chosen(command).option('-n, --limit <n>', 'most results', wholeNumber(1), 50)

function chosen(command: Command): Command {
  return command
    .option('--session <key>', 'only of this session')
    .option('--run <id>', 'only of this run')
    .option('--key <id>', 'only of this key, by the id that reason keys list shows')
    .option('--team <name>', 'only of keys of this team')
    .option('--model <name>', 'only of this model; * stands for any text')
    .option('--provider <name>', 'only of this provider')
    .option('--outcome <outcome>', 'only with this outcome: stop, length, tool-calls, reasoning-exhausted …')
    .option('--since <time>', 'only since a date (2026-11-20, today, yesterday), or how long ago (2h, 7d)')
    .option('--until <time>', 'only before a date, or how long ago')
    .option('--min-leak <score>', 'only with a leak score of at least this, 0 to 1', decimal)
    .option('--min-tokens <n>', 'only with at least this many reasoning tokens', decimal)
}

type TracesAction = keyof typeof import('../traces/run.ts')

/** Commander calls this with the arguments, the flags and the command. */
const run =
  (action: TracesAction) =>
  async (...given: unknown[]): Promise<void> => {
    const flags = given.at(-2) as TracesFlags
    const argument = given.length > 2 ? (given[0] as string | string[]) : ''
    const commands = await import('../traces/run.ts')
    process.exitCode = await commands[action](flags, Array.isArray(argument) ? argument.join(' ') : argument)
  }
