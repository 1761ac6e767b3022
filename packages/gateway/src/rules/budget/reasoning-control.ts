import type { UpstreamControl } from '@reason/budget'
import type { Resolution } from '@reason/core/adapter'
import { families, familyCalled, findFamily } from '@reason/think-tags'
import { asObject } from '../../json.ts'
import type { Upstream } from '../../upstreams/upstream.ts'

type ThoughtDelimiters = NonNullable<UpstreamControl['delimiters']>

/** Controls that the upstream supports. A hosted API accepts budgets if its model does. */
export function controlOf(engine: Upstream['engine'], delimiters: ThoughtDelimiters | undefined): UpstreamControl {
  if (engine === undefined) return { engine: 'provider', controls: ['budget'] }
  return {
    engine,
    controls: engine === 'llama-server' ? ['budget', 'endpoint', 'prefix'] : ['budget', 'prefix'],
    ...(delimiters !== undefined && { delimiters }),
  }
}

/** Delimiters around the reasoning in the text of a model that writes tags. */
export function delimitersOf({ adapter, context, passport }: Resolution): ThoughtDelimiters | undefined {
  if (adapter.id !== 'think-tags' || context.model === undefined) return undefined
  const configured = asObject(passport.options['think-tags'])
  const family = familyCalled(configured['family']) ?? findFamily(families, context.model)
  const { startTag, endTag } = 'startTag' in configured || 'endTag' in configured ? configured : (family?.options ?? common)
  const [open, end] = [listOf(startTag)[0], listOf(endTag)[0]]
  // Chat templates put each delimiter on a line of its own.
  return typeof open === 'string' && typeof end === 'string' ? { open: `${open}\n`, close: `\n${end}\n\n` } : undefined
}

/** Delimiters assumed for a model of unknown family. */
const common = { startTag: '<think>', endTag: '</think>' }

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
