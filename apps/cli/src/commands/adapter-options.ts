import { Command, Option } from 'commander'
import { knownWires } from '../adapters/known.ts'

const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Adds the flags for the adapter, the same for all commands. */
export const addAdapterOptions = (command: Command): Command =>
  command
    .option(
      '-a, --adapter <name>',
      'adapter that splits the text: auto, harmony, think-tags, marker, json-fields, plain, or an installed package or file',
    )
    .option('-m, --model <name>', 'model that wrote the text, in any spelling; selects the adapter if none is named')
    .option('-p, --provider <name>', 'provider that served the model')
    .option('-f, --family <name>', 'family of tags, for think-tags')
    .addOption(new Option('-o, --option <key=value>', 'an option of the adapter; may be repeated').argParser(collect))
    .option('--options <json>', 'options of the adapter, as a JSON object')

/** Wire formats of the command, for help texts. */
export const wireNames = Object.keys(knownWires).join(', ')

/** Adds the flags for reading a body. */
export const addBodyOptions = (command: Command): Command =>
  command
    .addOption(new Option('--start <channel>', 'where the text begins').choices(['reasoning', 'answer', 'unknown']))
    .option('--prefill <text>', 'end of the prompt, which the text continues')
    .option('--framing <name>', 'framing of the body: sse, json, json-array, jsonl, ndjson, aws-eventstream (default: by the file name)')

/** Creates a command under another one. The summary is also its description. */
export const subcommand = (name: string, summary: string): Command =>
  new Command(name).summary(summary).description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)

/** Copied from core, which would take time to load. */
export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
