import { Command } from 'commander'
import { seconds } from './numbers.ts'
import type { PassportFlags } from '../passport/run.ts'

const help = `
The file is a chat template (.jinja), a tokenizer_config.json with one, or a Go template of Ollama. The command renders the template under
each of its switches, in a thread with limits of time and memory.

With --upstream, the command asks the server for the template: GET /props (llama-server), GET /tokenizer_info (vLLM with
--enable-tokenizer-info-endpoint), GET /server_info (SGLang), POST /api/show (Ollama). No model is asked.

Examples:
  reason passport chat_template.jinja
  reason passport tokenizer_config.json --json | jq '.templates[0].passport'
  reason passport --upstream http://127.0.0.1:8080
  reason passport --upstream http://127.0.0.1:11434 --model qwen3:8b

Exit codes: 0 read, 1 the template could not be rendered, 2 wrong usage, 3 there is no template.`

export const passportCommand = (): Command =>
  new Command('passport')
    .summary("read from a chat template how its model's output is split, and where it begins")
    .description(
      "Reads a model's chat template. Prints its passport (delimiters of thoughts, switches, where the output begins, tokens) and the reasons.",
    )
    .argument('[file]', 'a chat template, or a tokenizer_config.json; -: standard input')
    .option('-u, --upstream <url>', 'address of the server that has the template')
    .option('-m, --model <name>', "the model's name (default: the server's, or the file's)")
    .option('--key-env <name>', 'environment variable with the API key for the server')
    .option('--timeout <seconds>', 'time limit of each request and each rendering', seconds, 10)
    .option('--json', 'print one JSON object')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: PassportFlags) => {
      const { runPassport } = await import('../passport/run.ts')
      process.exitCode = await runPassport(file, flags)
    })
