import { ReasonError } from '@reason/core'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { Managed, ManagementAnswer, ManagementCall, ManagementRequest } from './management-call.ts'

/** @throws What is a fault of ours. */
export async function answerManagement(call: ManagementCall, request: ManagementRequest, managed: Managed): Promise<ManagementAnswer> {
  try {
    return await call.answer(request, managed)
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}

/** Why it was not done. A store that does not answer is said to be down. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof TypeError) return badRequest(error.message)
  if (isOfSystem(error)) return notWritten(error)
  if (!ReasonError.is(error)) throw error
  if (error.code === 'REASON_INVALID_OPTIONS') return badRequest(error.message, null, 'invalid_value')
  return { status: 503, type: 'server_error', code: 'store_down', message: error.message }
}

/** Of the file system: a disk is full, a file may not be written. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const notWritten = ({ message }: Error): ApiError => ({
  status: 503,
  type: 'server_error',
  code: 'store_down',
  message: `The gateway could not save the change: ${message}. Nothing has changed. Check its disk and the permissions of its data folder.`,
})
