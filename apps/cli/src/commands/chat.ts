import { Command, Option } from 'commander'
import type { ChatFlags } from '../chat/run.ts'
import { tokenCount } from './adapter-options.ts'
import { addGatewayOptions } from './gateway-options.ts'

const help = `
A gateway is asked, by default the one at http://127.0.0.1:8787 (npx @reason/server; without an upstream it replays recordings). While the
model thinks, the last lines of it stand dim above the answer; one line of them stays. Ctrl-T opens them, /why shows all once more.
Nothing of a conversation is written to a file here; what was thought is forgotten with the next question.

With a question, or a pipe, it is asked once. Into a file or another program goes the answer alone.

Examples:
  reason chat
  reason chat --model qwen3:8b --effort low
  reason chat 'What is 17 * 3?'
  reason chat Summarise this: - < notes.txt > summary.txt
  reason chat --json 'What is 17 * 3?' | jq .stats

Exit codes: 0 answered, 2 wrong usage, 3 the gateway refuses or does not answer, 4 the generation failed, 130 stopped with Ctrl-C.`

export const chatCommand = (): Command =>
  addGatewayOptions(
    new Command('chat')
      .summary('talk to a model behind a gateway, and see it think')
      .description('Chats with a model behind a gateway, and shows its reasoning apart from its answer.')
      .argument('[words...]', 'a question; - stands for standard input'),
  )
    .option('-m, --model <name>', 'the model; the first that the gateway lists, unless said otherwise')
    .addOption(new Option('--effort <level>', 'how hard to think').choices(efforts))
    .addOption(new Option('--budget <tokens>', 'most reasoning tokens of an answer').argParser(tokenCount))
    .addOption(new Option('--max-tokens <n>', 'most tokens of an answer, reasoning included').argParser(tokenCount))
    .option('--system <text>', 'system prompt')
    .option('--session <key>', 'the session that its traces and its budget belong to; a new one, unless said otherwise')
    .addOption(new Option('--visibility <how much>', 'how much of the reasoning to ask for').choices(['full', 'summary', 'label', 'none']))
    .addOption(new Option('--thinking <view>', 'how much of it is shown').choices(['live', 'open', 'closed']))
    .option('--json', 'ask once, and print the answer as one JSON object')
    .option('-q, --quiet', 'nothing but errors on standard error')
    .addHelpText('after', help)
    .action(async (words: string[], flags: ChatFlags) => {
      const { runChat } = await import('../chat/run.ts')
      process.exitCode = await runChat(words, flags)
    })

/** As core has them, which is not loaded for this. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
