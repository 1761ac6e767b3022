import type { UpstreamControl } from '@reason/budget'
import type { Resolution } from '@reason/core'
import { families, findFamily } from '@reason/think-tags'
import type { Upstream } from '../upstream/upstream.ts'

type Delimiters = NonNullable<UpstreamControl['delimiters']>

/** What can be asked of the upstream, as far as it is known what it is. A hosted API takes budgets, where its model does. */
export function controlOf(engine: Upstream['engine'], delimiters: Delimiters | undefined): UpstreamControl {
  if (engine === undefined) return { engine: 'provider', controls: ['budget'] }
  return {
    engine,
    controls: engine === 'llama-server' ? ['budget', 'endpoint', 'prefix'] : ['budget', 'prefix'],
    ...(delimiters !== undefined && { delimiters }),
  }
}

/** What stands around the reasoning in the text of a model that writes tags. */
export function delimitersOf({ adapter, context, passport }: Resolution): Delimiters | undefined {
  if (adapter.id !== 'think-tags' || context.model === undefined) return undefined
  const configured = (passport.options['think-tags'] as { family?: unknown } | undefined)?.family
  const family = families.find(({ id }) => id === configured) ?? findFamily(families, context.model)
  const [open] = listOf(family?.options.startTag ?? '<think>')
  const [end] = listOf(family?.options.endTag ?? '</think>')
  // Templates put a line of their own around each.
  return typeof open === 'string' && typeof end === 'string' ? { open: `${open}\n`, close: `\n${end}\n\n` } : undefined
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : [value as T])
