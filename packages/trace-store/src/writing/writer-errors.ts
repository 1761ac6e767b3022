import { ReasonError } from '@reason/core'

/** @param failures - What failed, as far as it is known. */
export const notStored = (failures: string, cause: unknown): ReasonError =>
  new ReasonError('REASON_STORE_DOWN', `The trace was not stored: neither the database nor the journal could be written. ${failures}`, {
    cause,
  })

export const unavailable = (failures: string, cause: unknown): ReasonError =>
  new ReasonError('REASON_STORE_DOWN', `The trace database is not available now (${failures}). Try again when it is back.`, { cause })

export const full = (records: number, bytes: number, failures: string): ReasonError =>
  new ReasonError(
    'REASON_STORE_FULL',
    `The trace was not stored: ${records} traces of about ${bytes} bytes wait already. ` +
      `The store is slower than the traces that arrive${failures === '' ? '' : ` (${failures})`}. Await append(), or raise "queue".`,
  )

export const closed = (): ReasonError =>
  new ReasonError('REASON_STORE_DOWN', 'The trace was not stored: the store is closed. Append before close().')
