import { ReasonError } from '@reason/core'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { Managed, ManagementAnswer, ManagementCall, ManagementRequest } from './management-call.ts'

/** Answers a management request. @throws For bugs of the gateway. */
export async function answerManagement(call: ManagementCall, request: ManagementRequest, managed: Managed): Promise<ManagementAnswer> {
  try {
    return await call.answer(request, managed)
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}

/** The error for a request that failed. Failures of a store are reported as `store_down`. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof TypeError) return badRequest(error.message)
  if (isOfSystem(error)) return notWritten(error)
  if (!ReasonError.is(error)) throw error
  if (error.code === 'REASON_INVALID_OPTIONS') return badRequest(error.message, null, 'invalid_value')
  return { status: 503, type: 'server_error', code: 'store_down', message: error.message }
}

/** True for errors of the file system, such as a full disk or missing permission. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const notWritten = ({ message }: Error): ApiError => ({
  status: 503,
  type: 'server_error',
  code: 'store_down',
  message: `The gateway could not save the change: ${message}. Nothing has changed. Check its disk and the permissions of its data folder.`,
})
