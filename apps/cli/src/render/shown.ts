import { nearest } from '@reason/core/errors'
import type { Channel } from '@reason/core/parts'
import { didYouMean, usageError } from '../cli-error.ts'

export type ShownChannel = Channel | 'tools'

const all: readonly ShownChannel[] = ['reasoning', 'commentary', 'answer', 'tools']

/**
 * The channels to print. By default all of them in a terminal, where colours tell them apart, and else the answer alone. Files and other
 * programs get reasoning only on request.
 */
export function shownOf(given: string | undefined, interactive: boolean): ReadonlySet<ShownChannel> {
  if (given === undefined) return new Set(interactive ? all : ['answer'])
  return new Set(given.split(',').flatMap((name) => parse(name.trim())))
}

function parse(name: string): readonly ShownChannel[] {
  if (name === 'all') return all
  const shown = all.find((known) => known === name)
  if (shown !== undefined) return [shown]
  throw usageError(`--show knows no "${name}".${didYouMean(nearest(name, [...all, 'all']))} There are: ${all.join(', ')}, all.`)
}
