import { noAnswer } from './api-error.ts'
import { request } from './request.ts'

/** How long a browser may take to begin with a file that it was given, in milliseconds. */
const handoverMs = 60_000

/**
 * Has the browser save what an address answers, under the name that the gateway gives it. For who is signed in: with what a link asks for go no
 * headers of ours, and without them a cookie counts for nothing. Half a file is none.
 *
 * @throws {ApiError} for whatever is no success, and for a file that breaks
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
