import type { Result, StreamContext } from '@reason/core'

/** A row for `@reason/conformance` and `reason verify`: an input, with its expected blocks and calls. */
export function rowOf(name: string, input: string, context: StreamContext, { items, stop, closed, warnings }: Result) {
  const parts = items.flatMap((item): object[] => {
    if (item.type === 'block') {
      const { channel, text, kind, boundary, terminator } = item
      return [
        {
          type: 'block',
          channel,
          text,
          ...(kind && { kind }),
          ...(boundary && { boundary }),
          ...(terminator !== undefined && { terminator }),
        },
      ]
    }
    if (item.type === 'tool-call') {
      const { boundary, terminator } = item
      return [
        {
          type: 'tool-call',
          name: item.name,
          arguments: item.arguments,
          ...(boundary && { boundary }),
          ...(terminator !== undefined && { terminator }),
        },
      ]
    }
    return []
  })
  return {
    name,
    input,
    ...(Object.keys(context).length > 0 && { context }),
    parts,
    expect: { stop: stop ?? null, closed, warnings: warnings.map(({ code }) => code) },
  }
}
