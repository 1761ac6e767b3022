import { describe, expect, test } from 'vitest'
import { readTemplate } from '../src/index.ts'
import { readTemplateIsolated } from '../src/isolated/index.ts'
import { hostile } from './hostile.ts'

describe('a hostile template gives no facts, and says why', () => {
  test.each(hostile)('$name', ({ source, kind }) => {
    expect(readTemplate(source).error?.kind ?? '').toBe(kind)
  })
})

describe('so it does in a thread', () => {
  test.each(hostile)('$name', async ({ source, kind }) => {
    const { error } = await readTemplateIsolated(source, { timeoutMs: 20_000 })
    expect(error?.kind ?? '').toBe(kind)
  })
})

const endless = '{% for a in range(9999) %}{% for b in range(9999) %}{% set c = a + b %}{% endfor %}{% endfor %}'
const filling = `{% set ns = namespace(x=[]) %}{% for i in range(900) %}{% set ns.x = ns.x + [range(90000)] %}{% endfor %}`
const unbound = { maxSteps: Number.MAX_SAFE_INTEGER, maxChars: Number.MAX_SAFE_INTEGER }

describe('the thread has bounds of its own', () => {
  test('time', async () => {
    const { error } = await readTemplateIsolated(endless, { ...unbound, timeoutMs: 300 })
    expect(error).toEqual({ kind: 'timeout', message: 'Reading the template took more than 300 ms.' })
  })

  test('memory', async () => {
    const { error } = await readTemplateIsolated(filling, { ...unbound, maxMemoryMb: 32, timeoutMs: 60_000 })
    expect(error).toEqual({ kind: 'memory', message: 'Reading the template took more than 32 MB.' })
  })

  test('a plain template is read as without a thread', async () => {
    const source = `{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<|assistant|><think>{% endif %}{# </think> #}`
    expect(await readTemplateIsolated(source)).toEqual(readTemplate(source))
  })
})
