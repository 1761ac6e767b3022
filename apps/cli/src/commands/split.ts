import { Command, Option } from 'commander'
import type { SplitFlags } from '../split/flags.ts'
import { addAdapterOptions, addBodyOptions, wholeNumber, wireNames } from './adapter-options.ts'

const help = `
In a terminal everything is shown: reasoning dim, the answer plain, commentary and tool calls under a heading.
Into a file or another program goes the answer alone, to the character; --show says otherwise. More than one
channel gets headings. Warnings, and what was not shown, go to standard error.

With neither --adapter nor a known --model, text is held until its format shows: at most 256 thousand characters, or 128
for a live input that is shown in a terminal. With --adapter or --model, nothing waits.

Examples:
  reason split output.txt                          a model's raw text; its format is recognised
  ollama run qwen3 hello | reason split            while it is written
  reason split raw.txt --adapter harmony           the text of gpt-oss
  reason split raw.txt -a think-tags --start reasoning   the opening tag was in the prompt
  reason split body.sse                            a recorded response, of any known wire format
  curl -sN … | reason split --show all             while it comes
  reason split body.jsonl --wire @you/your-format  of one that a package brings
  reason split raw.txt --show reasoning > thinking.txt

Exit codes: 0 split, 2 wrong usage, 3 the input cannot be read or is not what --wire says,
4 the input says that the generation failed.`

export const splitCommand = (): Command =>
  addBodyOptions(
    addAdapterOptions(
      new Command('split')
        .summary('split text, or a recorded response, into reasoning and answer')
        .description(
          'Splits the text of a model, or a recorded response, into reasoning, commentary, answer and tool calls, as it is read.',
        )
        .argument('[file]', 'the input; none or - is standard input'),
    ).option(
      '-w, --wire <name>',
      `the input is a recorded response body of this wire format: ${wireNames}, or an installed package; none: it is text (default: as it looks)`,
    ),
  )
    .option('-s, --show <list>', 'reasoning, commentary, answer, tools, or all; separated by commas')
    .option('--json', 'print the result as one JSON object')
    .option('--parts', 'print the parts as they come, a line of JSON each')
    .addOption(new Option('--choice <n>', 'which generation of a response with several').argParser(wholeNumber))
    .option('-q, --quiet', 'nothing but errors on standard error')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: SplitFlags) => {
      const { runSplit } = await import('../split/run.ts')
      process.exitCode = await runSplit(file, flags)
    })
