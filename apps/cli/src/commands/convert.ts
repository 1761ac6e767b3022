import { Command, Option } from 'commander'
import type { ConvertFlags } from '../convert/flags.ts'
import { addAdapterOptions, addBodyOptions, wireNames } from './adapter-options.ts'

const help = `
A document becomes a document, and a stream a stream in the framing of the other format: sse, ndjson for ollama, binary frames for
bedrock-converse. Reasoning tags in the answer are split as by "reason split". Warnings on standard error name what the other format
cannot express. Values that only their issuer can read (signatures, encrypted reasoning) are always left out.

Examples:
  reason convert body.sse --to anthropic-messages
  reason convert body.json --to openai-responses
  reason convert body.ndjson --to openai-chat --whole
  reason convert body.sse --to bedrock-converse > body.eventstream.bin

Exit codes: 0 converted, 2 wrong usage, 3 the input cannot be read or is not what --from says,
4 the input says that the generation failed.`

export const convertCommand = (): Command =>
  addBodyOptions(
    addAdapterOptions(
      new Command('convert')
        .summary("write a recorded response in another provider's format")
        .description('Converts a recorded response from one wire format to another.')
        .argument('[file]', 'recorded response; - or nothing: standard input')
        .option('--from <name>', `wire format of the input: ${wireNames}, or an installed package (default: detected)`)
        .requiredOption('--to <name>', 'wire format of the output'),
    ),
  )
    .option('--out-framing <name>', 'framing of the output (default: json for a document, else that of the format)')
    .option('--stream', 'write a stream, even from a document')
    .option('--whole', 'write one document, even from a stream')
    .addOption(
      new Option('--commentary <where>', 'where commentary goes if the format has no field for it (default: reasoning)').choices([
        'reasoning',
        'answer',
        'drop',
      ]),
    )
    .option('--dialect <name>', 'dialect of the output, if the format has several: deepseek, openrouter, …')
    .option('-q, --quiet', 'print only errors on standard error')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: ConvertFlags) => {
      const { runConvert } = await import('../convert/run.ts')
      process.exitCode = await runConvert(file, flags)
    })
