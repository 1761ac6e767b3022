import { randomBytes } from 'node:crypto'
import type { Part } from '@reason/core'
import type { AssistantMessage } from '@reason/core/conversation'
import { attachSeal, createSealer, type SealedRecord } from '../src/index.ts'

// node --conditions=@reason/source bench/seals.bench.ts

const rounds = 200
const sealer = createSealer({ keys: [randomBytes(32)] })
const context = { instance: 'bench', tenant: 'team', client: 'openai-chat', model: 'model' }

/** The fastest of several rounds, in microseconds: the one that the rest of the machine disturbed least. */
function fastest(action: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const from = process.hrtime.bigint()
    action()
    best = Math.min(best, Number(process.hrtime.bigint() - from))
  }
  return best / 1000
}

const words = ['the', 'user', 'wants', 'weather', 'Rome', 'so', 'I', 'shall', 'ask', 'tool', 'for', 'it', 'and', 'then', 'answer', 'first']
const prose = (length: number): string => {
  let text = ''
  for (let at = 7; text.length < length; at = (at * 1103515245 + 12345) % 2 ** 31) text += `${words[(at >> 8) % words.length]} `
  return text.slice(0, length)
}

/** Half text, half a signature, which does not get shorter. */
function recordOf(bytes: number): SealedRecord {
  const issuer = { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-sonnet-4-5' }
  const value = randomBytes((bytes * 3) / 8).toString('base64')
  const message: AssistantMessage = {
    role: 'assistant',
    items: [
      { type: 'block', channel: 'reasoning', text: prose(bytes / 2), boundary: 'wire', seals: [{ kind: 'signature', value, issuer }] },
    ],
    origin: issuer,
  }
  return { message, seen: '' }
}

console.log(`node ${process.version}, fastest of ${rounds}`)
for (const bytes of [1_000, 10_000, 100_000]) {
  const record = recordOf(bytes)
  const sealing = sealer.seal(record, context)
  if (!sealing.ok) throw new Error(sealing.reason)
  const opening = sealer.open(sealing.value, context)
  if (!opening.ok || JSON.stringify(opening.record) !== JSON.stringify(record)) throw new Error('It is not opened to what was sealed.')
  const [seal, open] = [fastest(() => sealer.seal(record, context)), fastest(() => sealer.open(sealing.value, context))]
  const length = sealing.value.length
  console.log(`${bytes} bytes: ${length} characters sealed; seal ${seal.toFixed(0)} µs, open ${open.toFixed(0)} µs`)
}

const deltas = 20_000
const parts: Part[] = Array.from({ length: deltas }, () => ({ type: 'delta', block: 0, channel: 'answer', text: 'four' }))
const { message } = recordOf(100)
const through = () => {
  const stage = attachSeal({ sealer, context, places: { areLost: true }, visibility: 'none', record: () => message })
  let out = 0
  for (const part of parts) out += stage.push(part).length
  if (out !== deltas) throw new Error(`${out} parts in place of ${deltas}.`)
}
console.log(`the stage: ${((fastest(through) * 1000) / deltas).toFixed(0)} ns a part`)
