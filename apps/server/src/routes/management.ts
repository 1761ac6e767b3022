import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { permitFor, type Permit } from '@reason/gateway/client-apis'
import { answerManagement, type ManagementFile, managementCalls, smallBody, writeJsonInTurns } from '@reason/gateway/host'
import { onGone } from '../listen/client-disconnect.ts'
import { refuseApi } from './refuse.ts'
import type { Routes } from './routes.ts'

/** Calls for operators: traces, usage, budgets, keys, routes of models, and learned facts of upstreams. */
export const management: Routes = (app, services) => {
  for (const call of managementCalls) {
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: smallBody,
      async handler(request, reply) {
        const { headers, params, query, log } = request
        const permit = permitFor(services.access, headers, (run) => onGone(reply.raw, run))
        const client = services.access.identify(headers)
        const by = 'key' in client ? client.key?.id : undefined
        const asked = { params, query, body: request.body, permit, by, log } as Parameters<typeof answerManagement>[1]
        const answer = await answerManagement(call, asked, services)
        if ('refusal' in answer) return refuseApi(reply, answer.refusal)
        if ('file' in answer) return sendFile(reply, answer.file, permit)
        void reply.code(answer.status ?? 200).type('application/json; charset=utf-8')
        return writeJsonInTurns(answer.json)
      },
    })
  }
}

function sendFile(reply: FastifyReply, { type, name, pieces, trailers }: ManagementFile, permit: Permit): FastifyReply | undefined {
  if (permit.signal.aborted) return undefined
  const file = Readable.from(pieces, { objectMode: false })
  permit.signal.addEventListener('abort', () => file.destroy(new Error(permit.takenBack()?.message)))
  for (const [trailer, text] of Object.entries(trailers)) void reply.trailer(trailer, async () => text())
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}
