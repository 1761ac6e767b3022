import { describe, expect, it } from 'vitest'
import { readTemplate, type Starts } from '../src/index.ts'
import { tomorrow } from './unknown-templates.ts'

const told = ({ on, off, unset }: Starts): string => [on, off, unset].map((start) => start ?? '-').join(' ')

describe('a template that no table knows', () => {
  it.each(tomorrow)('$name', ({ source, pairs, shape = 'tags', start, afterResult = start, switches = [], values = {} }) => {
    const facts = readTemplate(source)
    expect({
      error: facts.error,
      pairs: facts.pairs.map(
        ({ open, close, label }) => `${open} … ${close}${label === undefined ? '' : ` label ${JSON.stringify(label)}`}`,
      ),
      shape: facts.shape,
      start: told(facts.start),
      afterResult: told(facts.start.afterResult),
      switches: facts.switches.map(({ name, on, off }) =>
        on === undefined ? name : `${name} ${JSON.stringify(on)} ${JSON.stringify(off)}`,
      ),
    }).toEqual({ error: undefined, pairs, shape, start, afterResult, switches })
    expect(Object.fromEntries(facts.switches.map((one) => [one.name, one.values]))).toMatchObject(values)
  })
})
