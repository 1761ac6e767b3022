import type { ServerResponse } from 'node:http'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'
import { ask, type Got } from './ask-gateway.ts'
import { answerWith, sharedCases } from './split-case.ts'

const rows = sharedCases().filter(({ borderline }) => borderline !== true)

describe.skipIf(shared === undefined)(
  `cases from the field, through the gateway${shared === undefined ? ` (${sharedMissing})` : ''}`,
  () => {
    test.each(rows.map((row) => [row.id, row] as const))('%s', async (_, row) => {
      const { reasoning, answer, toolCalls } = row.expected
      const calls = toolCalls === undefined ? {} : { toolCalls }
      const got: Record<string, Got> = {}
      for (const visibility of ['full', 'none'] as const) {
        for (const stream of [true, false]) {
          const size = 3
          const upstream = await startUpstream((request, response: ServerResponse) => {
            request.resume().on('end', () => answerWith(row, response, { stream, size }))
          })
          const gateway = await startGateway('--upstream', upstream, '--visibility', visibility, '--decide-after', '60000')
          got[`${visibility} ${stream ? 'streamed' : 'whole'}`] = await ask(gateway.url, row, stream)
        }
      }
      expect(got).toEqual({
        'full streamed': { reasoning, answer, ...calls },
        'full whole': { reasoning, answer, ...calls },
        'none streamed': { reasoning: '', answer, ...calls },
        'none whole': { reasoning: '', answer, ...calls },
      })
    })
  },
)
