import { Command, InvalidArgumentError } from 'commander'
import type { PassportFlags } from '../passport/run.ts'

const help = `
The file is a chat template (.jinja), a tokenizer_config.json that holds one, or a template of Ollama. A template is rendered under
each of its switches in a thread of its own, bounded in time and memory. A Go template is not rendered: only its tags are read.

With --upstream, the template is asked of the server: GET /props (llama-server), GET /tokenizer_info (vLLM with
--enable-tokenizer-info-endpoint), GET /server_info (SGLang), POST /api/show (Ollama). No model answers, so it costs nothing.

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
      "Reads a model's chat template: delimiters of thoughts, switches, where the output begins under each, tokens of tools and turns. Prints the passport and the reasons.",
    )
    .argument('[file]', 'a chat template, or a tokenizer_config.json; - for standard input')
    .option('-u, --upstream <url>', 'address of a server that has the template')
    .option('-m, --model <name>', "the model's name (default: the server's, or the file's)")
    .option('--key-env <name>', 'environment variable that holds the key for it')
    .option('--timeout <seconds>', 'how long each request, and each reading of a template, may take', atLeastOne, 10)
    .option('--json', 'print it as one JSON object')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: PassportFlags) => {
      const { runPassport } = await import('../passport/run.ts')
      process.exitCode = await runPassport(file, flags)
    })

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return Number(text)
}
