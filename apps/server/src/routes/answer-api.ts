import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReasonError } from '@reason/core'
import { type ApiError, badRequest } from '@reason/gateway/errors'
import { asObject, type Json, parseJson } from '@reason/gateway/json'
import { refuseApi } from './refuse.ts'

/** Maximum body size of administrative requests, in bytes. Small, as clients that are not signed in may send one. */
export const smallBody = 65_536

/** What a request says; nothing, where it is no object. */
export const bodyOf = ({ body }: FastifyRequest): Json => asObject(parseJson(String(body)))

/**
 * What is answered, or what to change; a store that does not answer is said to be down.
 *
 * @param missing - Said where there is nothing to answer.
 */
export async function answerApi(reply: FastifyReply, work: () => Promise<unknown>, missing?: ApiError): Promise<FastifyReply> {
  try {
    const found = await work()
    return found === undefined && missing !== undefined ? refuseApi(reply, missing) : reply.send(found)
  } catch (error) {
    if (error instanceof TypeError) return refuseApi(reply, badRequest(error.message))
    if (isOfSystem(error)) return refuseApi(reply, notWritten(error))
    if (!ReasonError.is(error)) throw error
    if (error.code === 'REASON_INVALID_OPTIONS') return refuseApi(reply, badRequest(error.message, null, 'invalid_value'))
    return refuseApi(reply, { status: 503, type: 'server_error', code: 'store_down', message: error.message })
  }
}

/** Of the file system: a disk is full, a file may not be written. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined

const notWritten = ({ message }: Error): ApiError => ({
  status: 503,
  type: 'server_error',
  code: 'store_down',
  message: `The gateway could not save the change: ${message}. Nothing has changed. Check its disk and the permissions of its data folder.`,
})
