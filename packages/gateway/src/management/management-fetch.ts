import { Buffer } from 'node:buffer'
import type { ApiError } from '../errors/api-error.ts'
import { openaiError } from '../errors/openai-error.ts'
import { writeJsonInTurns } from '../event-loop/json-writing.ts'
import { readBody } from '../fetch/request-body.ts'
import type { Log } from '../log.ts'
import { answerManagement } from './answer-management.ts'
import { findCall } from './find-call.ts'
import { unknownCall } from '../routes.ts'
import { smallBody, type Managed, type ManagementFile, type UrlQuery } from './management-call.ts'
import { managementCalls } from './management-calls.ts'

/** Answers a request of an operator. @param by - Id of the operator's key. */
export async function fetchManagement(request: Request, managed: Managed, by: string | undefined, log: Log): Promise<Response> {
  const { method, signal } = request
  const { pathname, searchParams } = new URL(request.url)
  const found = findCall(method, pathname)
  if (found === undefined) return refused(unknownCall(method, pathname, known))
  const body = request.body === null ? Buffer.alloc(0) : await readBody(request, smallBody)
  if (!Buffer.isBuffer(body)) return refused(body)
  const { call, params } = found
  const permit = { signal, takenBack: () => undefined }
  const asked = { params, query: queryOf(searchParams), body, permit, by, log }
  const answer = await answerManagement(call, asked, managed)
  if ('refusal' in answer) return refused(answer.refusal)
  if ('file' in answer) return fileOf(answer.file)
  return jsonOf(answer.status ?? 200, await writeJsonInTurns(answer.json), privately)
}

function queryOf(given: URLSearchParams): UrlQuery {
  const all = [...new Set(given.keys())].map((name) => [name, given.getAll(name)] as const)
  return Object.fromEntries(all.map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

function fileOf({ type, name, pieces }: ManagementFile): Response {
  const iterator = pieces[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value)
    },
    cancel: async () => void (await iterator.return?.()),
  })
  return new Response(body, { headers: { ...privately, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` } })
}

/** @param error - Error to send in the shape of OpenAI's API. */
export const refused = (error: ApiError): Response => jsonOf(error.status, openaiError(error), { ...error.headers, ...privately })

export function jsonOf(status: number, text: string | Buffer<ArrayBuffer>, headers: ApiError['headers'] = {}): Response {
  const head = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Response(text, { status, headers: { ...Object.fromEntries(head), 'content-type': 'application/json; charset=utf-8' } })
}

/** Keeps stored data of clients out of caches. */
const privately = { 'cache-control': 'no-store' }

/** Methods and paths of all calls. */
const known = managementCalls.map((call) => `${call.method} ${call.path}`)
