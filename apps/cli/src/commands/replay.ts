import { Command } from 'commander'
import type { ReplayFlags } from '../replay/flags.ts'
import { wireNames } from './adapter-options.ts'

const help = `
The conversation is the body of a request, as it was sent. Providers differ in what they want back of the reasoning: some
need it, some refuse it, and what one has signed or encrypted only that one can read. Nothing is sent anywhere.

The model and provider of earlier answers are read from the body. If the body does not name them, set --from-model and
--from-provider: a signature is sent back only to the provider that issued it.

Examples:
  reason replay request.json --to anthropic-messages --model claude-sonnet-4-5
  reason replay request.json --to openai-chat --model deepseek-reasoner --provider deepseek
  reason replay request.json --from anthropic-messages --to gemini --model gemini-3-pro-preview --json
  reason replay turn-2.json --prefix turn-1.json --to anthropic-messages --model claude-fable-5-1

Exit codes: 0 it can be sent, 1 the provider would refuse it, or what stands before a thought has changed (--prefix), 2 wrong usage, 3 the input cannot be read.`

export const replayCommand = (): Command =>
  new Command('replay')
    .summary('say what of a conversation goes back to a provider, and why')
    .description('Shows which parts of a conversation the next request to a provider would carry, and why.')
    .argument('[file]', 'the body of a request; none or - is standard input')
    .requiredOption('--to <name>', `wire format of the next request: ${wireNames}, or an installed package`)
    .requiredOption('-m, --model <name>', 'the model that is to get it')
    .option('-p, --provider <name>', 'who serves that model')
    .option('--from <name>', 'wire format of the conversation (default: by its shape)')
    .option('--from-model <name>', 'the model that answered so far (default: the one in the body)')
    .option('--from-provider <name>', 'who served that one')
    .option('--prefix <file>', 'the request before this one: names what has changed of it, before which a thought may stand')
    .option('--json', 'print messages, decisions and refusals as one JSON object')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ReplayFlags) => {
      const { runReplay } = await import('../replay/run.ts')
      process.exitCode = await runReplay(file, flags)
    })
