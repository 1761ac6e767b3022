import { readFileSync } from 'node:fs'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, it } from 'vitest'
import { controlBefore, controlStop, type UpstreamControl } from '../src/index.ts'

interface Recording {
  id: string
  request: string
  control_reply?: unknown
  expected: { content: string }
}

const folder = (name: string): string => sharedPath('llama-server', 'captures', name)
const lines = shared === undefined ? [] : readFileSync(folder('index.jsonl'), 'utf8').trim().split('\n')
const recordings = new Map(lines.map((line) => JSON.parse(line) as Recording).map((recording) => [recording.id, recording]))
const requestOf = ({ request }: Recording) => JSON.parse(readFileSync(folder(request), 'utf8')) as Record<string, unknown>
const upstream: UpstreamControl = { engine: 'llama-server', controls: ['budget', 'endpoint'] }

describe.skipIf(shared === undefined)(
  shared === undefined ? `what llama-server was told: ${sharedMissing}` : 'what llama-server was told',
  () => {
    it.each([
      ['qwen3-deepseek-budget-stream', 8],
      ['qwen3-deepseek-budget-0-json', 0],
    ])('is what we tell it, and it answered: %s', (id, remaining) => {
      const recording = recordings.get(id)!
      const { fields } = controlBefore({ upstream: { ...upstream, controls: ['budget'] }, remaining })
      expect(requestOf(recording)).toMatchObject(fields)
      expect(recording.expected.content).toBe('The answer is 51.')
    })

    it('is that its reasoning is over, to which it agreed', () => {
      const recording = recordings.get('qwen3-deepseek-control-stream')!
      expect(requestOf(recording)).toMatchObject(controlBefore({ upstream, remaining: undefined }).fields)
      const [plan] = controlStop({ upstream, id: 'chatcmpl-1', reasoning: '', spentTokens: 4 })
      if (plan?.by !== 'endpoint') throw new Error('The first plan is not the endpoint.')
      expect(plan.isDone(recording.control_reply)).toBe(true)
      expect(recording.expected.content).toBe('The answer is 51.')
    })
  },
)
