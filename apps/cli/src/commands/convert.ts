import { Command, Option } from 'commander'
import type { ConvertFlags } from '../convert/flags.ts'
import { addAdapterOptions, addBodyOptions, wireNames } from './adapter-options.ts'

const help = `
A document becomes a document, a stream a stream as the other format sends it: sse, ndjson for ollama, binary frames for
bedrock-converse. Reasoning tags in the answer are split as "reason split" does it: where --adapter says so, or where the
model is known for them. What the other format has no place for is left out, and said on standard error. Values that only
their issuer can read (signatures, encrypted reasoning) never go into another format.

Examples:
  reason convert body.sse --to anthropic-messages
  reason convert body.json --from gemini --to openai-responses
  reason convert body.ndjson --from ollama --to openai-chat --whole
  reason convert body.sse --from openai-chat --to bedrock-converse > body.eventstream.bin

Exit codes: 0 converted, 2 wrong usage, 3 the input cannot be read or is not what --from says,
4 the input says that the generation failed.`

export const convertCommand = (): Command =>
  addBodyOptions(
    addAdapterOptions(
      new Command('convert')
        .summary("write a recorded response in another provider's format")
        .description('Writes a recorded response body of one wire format as one of another, as it is read.')
        .argument('[file]', 'the recorded body; none or - is standard input')
        .option('--from <name>', `wire format of the input: ${wireNames}, or an installed package (default: detected)`)
        .requiredOption('--to <name>', 'wire format of the output'),
    ),
  )
    .option('--out-framing <name>', "how the output is framed (default: json for a document, else the format's own)")
    .option('--stream', 'write a stream, also of a document')
    .option('--whole', 'write one document, also of a stream')
    .addOption(
      new Option('--commentary <where>', 'where commentary goes in a format that has no place for it (default: reasoning)').choices([
        'reasoning',
        'answer',
        'drop',
      ]),
    )
    .option('--dialect <name>', 'dialect of the output, where the format has several: deepseek, openrouter, …')
    .option('-q, --quiet', 'nothing but errors on standard error')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ConvertFlags) => {
      const { runConvert } = await import('../convert/run.ts')
      process.exitCode = await runConvert(file, flags)
    })
