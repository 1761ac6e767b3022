import type { Argument, Command, Option } from 'commander'
import { builtInTexts, knownTexts, knownWires } from '../adapters/known.ts'
import { bodyFramings } from '@reason/recording'

/** A command as a shell sees it. */
export interface Node {
  /** Words that lead to it, without the program's name. */
  path: readonly string[]
  about: string
  flags: readonly Flag[]
  args: readonly Values[]
  subs: readonly Node[]
}

export interface Flag {
  /** `--model`, and where there is one `-m`. */
  names: readonly string[]
  about: string
  /** Undefined: it takes none. */
  value: Values | undefined
}

/** What may stand in a place: one of some words, a file, or anything. */
export type Values = { kind: 'words'; words: readonly string[] } | { kind: 'file' } | { kind: 'any' }

/** The commands as they are, so that what a shell offers is what there is. */
export function treeOf(command: Command, path: readonly string[] = []): Node {
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

/** It and all below it. */
export const allNodes = (node: Node): Node[] => [node, ...node.subs.flatMap(allNodes)]

function flagOf(option: Option): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null)
  return { names, about: option.description, value: option.required || option.optional ? valuesOf(option) : undefined }
}

function valuesOf(one: Option | Argument): Values {
  if (one.argChoices !== undefined) return { kind: 'words', words: one.argChoices }
  const [, name = ''] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec('flags' in one ? one.flags : `<${one.name()}>`) ?? []
  if (name.includes('|')) return { kind: 'words', words: name.split('|') }
  const words = 'long' in one ? known[one.long ?? ''] : undefined
  if (words !== undefined) return { kind: 'words', words }
  return { kind: name === 'file' || name === 'path' ? 'file' : 'any' }
}

/** Of flags whose values are open, the names that come with the command. */
const known: Readonly<Record<string, readonly string[]>> = {
  '--adapter': [...builtInTexts, ...Object.keys(knownTexts)],
  '--wire': Object.keys(knownWires),
  '--from': Object.keys(knownWires),
  '--to': Object.keys(knownWires),
  '--framing': bodyFramings,
  '--out-framing': bodyFramings,
  '--show': ['reasoning', 'commentary', 'answer', 'tools', 'all'],
}
