import type { Command, Option } from 'commander'

/** Suggests the flag that an unknown one means: of the command or its subcommands, by words of names and descriptions, else of another command. */
export function meantFlag(unknown: string, command: Command): string | undefined {
  const argument = command.registeredArguments.find((each) => `--${each.name()}` === unknown)
  if (argument !== undefined) return `Did you mean ${nameOf(command)} <${argument.name()}>?`
  const words = wordsOf(unknown)
  const own = [command, ...command.commands].flatMap((owner) =>
    owner.options.map((option) => ({ owner, option, fit: fitOf(option, words) })),
  )
  const best = own.reduce((one, next) => (next.fit > one.fit ? next : one), {
    owner: command,
    option: undefined as Option | undefined,
    fit: 0.2,
  })
  if (best.option !== undefined) return `Did you mean ${best.owner === command ? '' : `${nameOf(best.owner)} `}${best.option.long}?`
  const all = rootOf(command).commands.flatMap((sub) => [sub, ...sub.commands])
  const others = all.filter(({ options }) => options.some(({ long }) => long === unknown)).map(nameOf)
  return others.length === 0 ? undefined : `${unknown} is a flag of ${others.slice(0, 3).join(', ')}`
}

/** How well a flag fits: by its name or its letter, by some words, by the URL that it takes, or by the share of its description. */
function fitOf({ long, short, flags, description }: Option, words: readonly string[]): number {
  const name = wordsOf(long ?? '')
  if (name.join('') === words.join('') || wordsOf(short ?? '').join('') === words.join('')) return 3
  if (isWithin(name, words) || isWithin(words, name)) return 2
  if (flags.endsWith(`<${words.join(' ')}>`) && words[0] === 'url') return 1
  const text = wordsOf(description.split(/[:(,;]/)[0]!)
  return isWithin(words, text) ? words.length / text.length : 0
}

const isWithin = (words: readonly string[], all: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => all.includes(word))

/** The words of a text in lower case, without the `s` of a plural. */
const wordsOf = (text: string): string[] => Array.from(text.toLowerCase().matchAll(/[a-z\d]+/g), ([word]) => word.replace(/s$/, ''))

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent))

export const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
