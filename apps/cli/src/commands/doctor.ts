import { Command } from 'commander'
import { seconds, wholeNumber } from './numbers.ts'
import type { DoctorFlags } from '../doctor/flags.ts'

const help = `
The doctor first sends requests that no model answers: which server is it, by which path, with which models? Then a model answers
four small requests: whole, streamed, with thinking off, and with a tool. On other machines these may cost money, so the doctor asks
at the terminal, or needs --send. It follows no redirects, and prints reasoning only with --show.

Examples:
  reason doctor --upstream http://127.0.0.1:8080
  reason doctor --upstream http://127.0.0.1:11434 --model qwen3:8b
  reason doctor --upstream https://api.deepseek.com --key-env DEEPSEEK_API_KEY --model deepseek-chat --send
  reason doctor --upstream http://127.0.0.1:8000 --write reason.config.json
  reason doctor --upstream http://127.0.0.1:8000 --json | jq '.findings[] | select(.level == "problem")'

Exit codes: 0 nothing is wrong, 1 problems were found, 2 wrong usage, 3 no server answers, or it has no known API.`

export const doctorCommand = (): Command =>
  new Command('doctor')
    .summary('examine a model server, and configure the gateway for it')
    .description(
      'Examines a model server: which server it is, where its reasoning is, whether reasoning leaks, and which flags help. Writes a configuration of the gateway for it.',
    )
    .requiredOption('-u, --upstream <url>', 'address of the server, with or without /v1')
    .option('-m, --model <name>', 'model to ask (default: the first of the list)')
    .option(
      '--format <name>',
      'API of the server: openai-chat, openai-responses, anthropic-messages, ollama, gemini, cohere (default: detected)',
    )
    .option('--key-env <name>', 'environment variable with the API key for the server')
    .option('--timeout <seconds>', 'time limit of each request', seconds, 120)
    .option('--max-tokens <n>', 'most tokens per answer', wholeNumber(1), 512)
    .option('--send', 'send the requests to a model, wherever the server is')
    .option('--no-send', 'send no request to a model')
    .option('--show', 'show excerpts of reasoning')
    .option('--write <file>', 'write the configuration of the gateway to a file')
    .option('--force', 'overwrite an existing file')
    .option('--json', 'print one JSON object')
    .addHelpText('after', help)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../doctor/run.ts')
      process.exitCode = await runDoctor(flags)
    })
