import { Command, Option } from 'commander'
import type { ChatFlags } from '../chat/run.ts'
import { efforts } from './adapter-options.ts'
import { addGatewayOptions } from './gateway-options.ts'
import { countFlag } from './numbers.ts'

const help = `
The command needs a running gateway, which replays recordings if it has no upstream. While the model thinks, the last
lines of its reasoning are dim above the answer. Ctrl-T shows or hides them, and /why shows the whole thought. No file stores the
conversation, and the next question replaces the last thought.

With a question or a pipe, the command asks once. A file or another program gets only the answer.

Examples:
  reason chat
  reason chat --model qwen3:8b --effort low
  reason chat 'What is 17 * 3?'
  reason chat Summarise this: - < notes.txt > summary.txt
  reason chat --json 'What is 17 * 3?' | jq .stats

Exit codes: 0 answered, 2 wrong usage, 3 the gateway refuses or does not respond, 4 the generation failed, 130 stopped with Ctrl-C.`

export const chatCommand = (): Command =>
  addGatewayOptions(
    new Command('chat')
      .summary('chat with a model behind a gateway, and see it think')
      .description('Chats with a model behind a gateway, and shows its reasoning apart from its answer.')
      .argument('[words...]', 'a question; - stands for standard input'),
  )
    .option('-m, --model <name>', 'model to ask (default: the first that the gateway lists)')
    .addOption(new Option('--effort <level>', 'reasoning effort').choices(['none', ...efforts]))
    .addOption(new Option('--budget <tokens>', 'most reasoning tokens per answer').argParser(countFlag(0)))
    .addOption(new Option('--max-tokens <n>', 'most tokens per answer, reasoning included').argParser(countFlag(0)))
    .option('--system <text>', 'system prompt')
    .option('--session <key>', 'session of traces and budget (default: a new one)')
    .addOption(new Option('--visibility <how much>', 'visibility of reasoning to request').choices(['full', 'summary', 'label', 'none']))
    .addOption(new Option('--thinking <view>', 'how much of the reasoning to show').choices(['live', 'open', 'closed']))
    .option('--json', 'ask once, and print the answer as one JSON object')
    .option('-q, --quiet', 'print only errors on standard error')
    .addHelpText('after', help)
    .action(async (words: string[], flags: ChatFlags) => {
      const { runChat } = await import('../chat/run.ts')
      process.exitCode = await runChat(words, flags)
    })
