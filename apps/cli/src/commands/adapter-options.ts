import { InvalidArgumentError, Option, type Command } from 'commander'

const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** The flags that say which adapter, for all commands alike. */
export const addAdapterOptions = (command: Command): Command =>
  command
    .option('-a, --adapter <name>', 'how the text is split: auto, harmony, think-tags, marker, plain, or an installed package or file')
    .option('-m, --model <name>', 'the model that wrote it, in any spelling; finds the adapter when none is named')
    .option('-p, --provider <name>', 'who served it')
    .option('-f, --family <name>', 'family of tags, for think-tags')
    .addOption(new Option('-o, --option <key=value>', 'an option of the adapter; may be repeated').argParser(collect))
    .option('--options <json>', 'options of the adapter, as a JSON object')

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  return Number(text)
}
