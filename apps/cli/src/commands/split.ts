import { Command, Option } from 'commander'
import type { SplitFlags } from '../split/flags.ts'
import { addAdapterOptions, addBodyOptions, wireNames } from './adapter-options.ts'
import { wholeNumber } from './numbers.ts'

const help = `
A terminal shows everything: reasoning dim, the answer plain, commentary and tool calls under a heading. A file or another
program gets only the answer, unchanged, unless --show names channels. Several channels get headings. Warnings, and notes
of what is not shown, go to standard error.

Without --adapter or a known --model, the command holds the text until its format shows: at most 256,000 characters, or 128
of live input in a terminal.

Examples:
  reason split output.txt                          a model's raw text; its format is recognised
  ollama run qwen3 hello | reason split            live output
  reason split raw.txt --adapter harmony           the text of gpt-oss
  reason split raw.txt --start reasoning           the opening tag was in the prompt
  reason split body.sse                            a recorded response, of any known wire format
  curl -sN … | reason split --show all             a live response
  reason split body.jsonl --wire @you/your-format  a wire format from a package
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
        .argument('[file]', 'input file; - or nothing: standard input'),
    ).option(
      '-w, --wire <name>',
      `wire format of a recorded response: ${wireNames}, or an installed package; none: text (default: detected)`,
    ),
  )
    .option('-s, --show <list>', 'channels to show, separated by commas: reasoning, commentary, answer, tools, or all')
    .option('--json', 'print the result as one JSON object')
    .option('--parts', 'print each part as a line of JSON')
    .addOption(new Option('--choice <n>', 'which choice of the response (default: 0)').argParser(wholeNumber(0)))
    .option('-q, --quiet', 'print only errors on standard error')
    .addHelpText('after', help)
    .action(async (file: string | undefined, flags: SplitFlags) => {
      const { runSplit } = await import('../split/run.ts')
      process.exitCode = await runSplit(file, flags)
    })
