import type { Result, StreamContext } from '@reason/core'

/** A row for `@reason/conformance` and `reason verify`: an input, with its expected blocks and calls. */
export function rowOf(name: string, input: string, context: StreamContext, { items, stop, closed, warnings }: Result) {
  const parts = items.flatMap((item): object[] => {
    if (item.type === 'native') return []
    const { boundary, terminator } = item
    const end = { ...(boundary && { boundary }), ...(terminator !== undefined && { terminator }) }
    if (item.type === 'tool-call') return [{ type: 'tool-call', name: item.name, arguments: item.arguments, ...end }]
    const { channel, text, kind } = item
    return [{ type: 'block', channel, text, ...(kind && { kind }), ...end }]
  })
  return {
    name,
    input,
    ...(Object.keys(context).length > 0 && { context }),
    parts,
    expect: { stop: stop ?? null, closed, warnings: warnings.map(({ code }) => code) },
  }
}
