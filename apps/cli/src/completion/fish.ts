import { quoteFish as quote } from '../shell-quote.ts'
import { allNodes, type CompletionNode, type CompletionValues } from './tree.ts'

/** Script for fish: a line for each completion, with a condition on the words before it. */
export function fishScript(root: CompletionNode): string {
  return `# Completion of reason for fish. Made by: reason completion fish
complete -c reason -f
${allNodes(root).flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, flags, args, subs }: CompletionNode): string[] {
  const within = path.map((word) => `__fish_seen_subcommand_from ${word}`)
  const names = subs.map((sub) => sub.path.at(-1)!)
  const here = [...within, ...(names.length > 0 ? [`not __fish_seen_subcommand_from ${names.join(' ')}`] : [])].join('; and ')
  const line = (condition: string, what: string): string => `complete -c reason ${condition === '' ? '' : `-n ${quote(condition)} `}${what}`
  return [
    ...subs.map((sub) => line(here, `-a ${quote(sub.path.at(-1)!)} -d ${quote(sub.about)}`)),
    ...flags.map(({ names: all, about, value }) =>
      line(here, `${all.map(flag).join(' ')} -d ${quote(about)}${value === undefined ? '' : ` ${valueOf(value)}`}`),
    ),
    ...unique(args.filter(({ kind }) => kind !== 'any').map((one) => line(here, one.kind === 'file' ? '-F' : `-a ${quote(words(one))}`))),
  ]
}

const flag = (name: string): string => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)

const valueOf = (values: CompletionValues): string =>
  values.kind === 'file' ? '-r -F' : values.kind === 'any' ? '-x' : `-x -a ${quote(words(values))}`

const words = (values: CompletionValues): string => (values.kind === 'words' ? values.words.join(' ') : '')

const unique = (lines: readonly string[]): string[] => [...new Set(lines)]
