import { Command } from 'commander'
import type { ReplayFlags } from '../replay/flags.ts'
import { wireNames } from './adapter-options.ts'

const help = `
The conversation is the body of a request, as it was sent. Providers differ in which reasoning they want back: some
need it, some refuse it, and only its issuer can read what is signed or encrypted. The command sends nothing.

The model and provider of earlier answers are read from the body. If the body does not name them, set --from-model and
--from-provider: a signature is sent back only to the provider that issued it.

Examples:
  reason replay request.json --to anthropic-messages
  reason replay request.json --to openai-chat --model deepseek-reasoner --provider deepseek
  reason replay request.json --from anthropic-messages --to gemini --model gemini-3-pro-preview --json
  reason replay turn-2.json --prefix turn-1.json --to anthropic-messages --model claude-fable-5-1

Exit codes: 0 it can be sent, 1 the provider would refuse it, or text before a thought has changed (--prefix), 2 wrong usage, 3 the input cannot be read.`

export const replayCommand = (): Command =>
  new Command('replay')
    .summary('show which parts of a conversation go back to a provider, and why')
    .description('Shows which parts of a conversation the next request to a provider would carry, and why.')
    .argument('[file]', 'body of a request; - or nothing: standard input')
    .requiredOption('--to <name>', `wire format of the next request: ${wireNames}, or an installed package`)
    .option('-m, --model <name>', 'model of the next request (default: the one in the body)')
    .option('-p, --provider <name>', 'provider of that model')
    .option('--from <name>', 'wire format of the conversation (default: by its shape)')
    .option('--from-model <name>', 'model of the earlier answers (default: the one in the body)')
    .option('--from-provider <name>', 'provider of the earlier answers')
    .option('--prefix <file>', 'file with the previous request: reports changes before a thought')
    .option('--json', 'print messages, decisions and refusals as one JSON object')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ReplayFlags) => {
      const { runReplay } = await import('../replay/run.ts')
      process.exitCode = await runReplay(file, flags)
    })
