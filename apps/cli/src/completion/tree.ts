import type { Argument, Command, Option } from 'commander'
import { builtInTexts, knownTexts, knownWires } from '../adapters/known.ts'
import { bodyFramings } from '@reason/recording'

/** A command, described for a shell. */
export interface CompletionNode {
  /** Words that select the command, without the program's name. */
  path: readonly string[]
  about: string
  flags: readonly Flag[]
  args: readonly CompletionValues[]
  subs: readonly CompletionNode[]
}

export interface Flag {
  /** Spellings of the flag: `--model`, and `-m` if it exists. */
  names: readonly string[]
  about: string
  /** Undefined if the flag takes no value. */
  value: CompletionValues | undefined
}

/** Possible values: words, a file, or anything. */
export type CompletionValues = { kind: 'words'; words: readonly string[] } | { kind: 'file' } | { kind: 'any' }

/** Builds the tree from the commands themselves, so that completions match them. */
export function treeOf(command: Command, path: readonly string[] = []): CompletionNode {
  return {
    path,
    about: command.summary() || command.description(),
    flags: [
      ...command.options.filter(({ hidden }) => !hidden).map(flagOf),
      { names: ['--help', '-h'], about: 'display help for command', value: undefined },
    ],
    args: command.registeredArguments.flatMap((one) => (one.variadic ? [valuesOf(one), valuesOf(one)] : [valuesOf(one)])),
    subs: command.commands.map((sub) => treeOf(sub, [...path, sub.name()])),
  }
}

/** The node and all its descendants. */
export const allNodes = (node: CompletionNode): CompletionNode[] => [node, ...node.subs.flatMap(allNodes)]

function flagOf(option: Option): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null)
  return { names, about: option.description, value: option.required || option.optional ? valuesOf(option) : undefined }
}

function valuesOf(one: Option | Argument): CompletionValues {
  if (one.argChoices !== undefined) return { kind: 'words', words: one.argChoices }
  const [, name = ''] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec('flags' in one ? one.flags : `<${one.name()}>`) ?? []
  if (name.includes('|')) return { kind: 'words', words: name.split('|') }
  const words = 'long' in one ? known[one.long ?? ''] : undefined
  if (words !== undefined) return { kind: 'words', words }
  return { kind: name === 'file' || name === 'path' ? 'file' : 'any' }
}

/** Known values of flags that accept any value. */
const known: Readonly<Record<string, readonly string[]>> = {
  '--adapter': [...builtInTexts, ...Object.keys(knownTexts)],
  '--wire': Object.keys(knownWires),
  '--from': Object.keys(knownWires),
  '--to': Object.keys(knownWires),
  '--framing': bodyFramings,
  '--out-framing': bodyFramings,
  '--show': ['reasoning', 'commentary', 'answer', 'tools', 'all'],
}
