import { noAnswer } from './api-call-error.ts'
import { request } from './request.ts'

/** Milliseconds that the browser has to start the download. */
const handoverMs = 60_000

/**
 * Downloads a response as a file, under the name that the gateway gives it. A plain link would not work for signed-in users: it sends no custom header, and the
 * cookie counts only with that header. An incomplete file is not saved.
 *
 * @throws {ApiCallError} for an error response, and for a file that breaks
 */
export async function save(path: string): Promise<void> {
  const response = await request(path)
  const bytes = await response.blob().catch((error: unknown) => {
    throw noAnswer(error)
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), handoverMs)
}
