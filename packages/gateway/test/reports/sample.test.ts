import { Counter, Gauge, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { takeSample } from '../../src/reports/sample.ts'
import { createWrittenTokens } from '../../src/reports/written-tokens.ts'

/** Clients name models. Each of these is also the name of something that every object has. */
const models = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'm']

function registryOf(): Registry {
  const registry = new Registry()
  const registers = [registry]
  const counted = new Counter({ name: 'answer_tokens_total', help: 'h', labelNames: ['model'], registers })
  const running = new Gauge({ name: 'tokens_in_flight', help: 'h', labelNames: ['model', 'channel'], registers })
  for (const model of models) {
    counted.inc({ model }, 5)
    running.set({ model, channel: 'reasoning' }, 3)
  }
  return registry
}

it('counts each model for itself, whatever its name is', async () => {
  const inherited = Object.keys(Object.prototype)
  const { tokens, running } = await takeSample(registryOf(), 1)
  expect(Object.keys(Object.prototype)).toEqual(inherited)
  const counts = { input: 0, reasoning: 0, commentary: 0, answer: 5 }
  expect(new Map(Object.entries(tokens))).toEqual(new Map(models.map((model) => [model, counts])))
  const written = createWrittenTokens()({ tokens, running })
  const seen = { reasoning: 3, commentary: 0, answer: 5 }
  expect(new Map(Object.entries(written))).toEqual(new Map(models.map((model) => [model, seen])))
})
