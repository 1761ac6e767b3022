import { Command, InvalidArgumentError } from 'commander'
import type { DoctorFlags } from '../doctor/flags.ts'

const help = `
First it asks what costs nothing: which server answers, by which path, which models it has. Then it has a model answer four
small requests (whole, streamed, told not to think, with a tool), and looks at what comes. On this machine it just does; elsewhere
that may cost money, so it asks at the terminal, or wants --send. Redirects are not followed. Reasoning is not printed without --show.

Examples:
  reason doctor --upstream http://127.0.0.1:8080
  reason doctor --upstream http://127.0.0.1:11434 --model qwen3:8b
  reason doctor --upstream https://api.deepseek.com --key-env DEEPSEEK_API_KEY --model deepseek-chat --send
  reason doctor --upstream http://127.0.0.1:8000/v1 --write reason.config.json
  reason doctor --upstream http://127.0.0.1:8000/v1 --json | jq '.findings[] | select(.level == "problem")'

Exit codes: 0 nothing is wrong, 1 problems were found, 2 wrong usage, 3 no server answers there, or none with an API.`

export const doctorCommand = (): Command =>
  new Command('doctor')
    .summary('probe a server: what it is, what leaks, and how the gateway is configured for it')
    .description(
      'Probes a server that runs models: what it is, how reasoning comes out of it, what leaks, which flags to add; and writes the configuration of the gateway for it.',
    )
    .requiredOption('-u, --upstream <url>', 'address of the server, with or without /v1')
    .option('-m, --model <name>', 'the model that is asked (default: the first of its list)')
    .option(
      '--format <name>',
      'the API it speaks: openai-chat, openai-responses, anthropic-messages, ollama, gemini, cohere (default: by asking)',
    )
    .option('--key-env <name>', 'environment variable that holds the key for it')
    .option('--timeout <seconds>', 'how long each request may take', atLeastOne, 120)
    .option('--max-tokens <n>', 'most tokens of each answer', atLeastOne, 512)
    .option('--send', 'have a model answer, wherever the server is')
    .option('--no-send', 'ask only what costs nothing')
    .option('--show', 'show excerpts of reasoning')
    .option('--write <file>', 'write the configuration of the gateway to a file')
    .option('--force', 'write over a file that exists')
    .option('--json', 'print one JSON object')
    .addHelpText('after', help)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../doctor/run.ts')
      process.exitCode = await runDoctor(flags)
    })

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return Number(text)
}
