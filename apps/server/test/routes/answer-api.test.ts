import { writeFile } from 'node:fs/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerApi } from '../../src/routes/answer-api.ts'

it.skipIf(process.platform !== 'linux')('a disk that is full is told of, and is no fault of the gateway', async () => {
  const app = fastify()
  app.post('/', (_, reply) => answerApi(reply, async () => writeFile('/dev/full', 'a key')))
  const answer = await app.inject({ method: 'POST', url: '/' })
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      error: expect.objectContaining({
        code: 'store_down',
        message: expect.stringMatching(/could not save the change: ENOSPC.* Nothing has changed\. Check its disk/) as string,
      }),
    },
  ])
})
