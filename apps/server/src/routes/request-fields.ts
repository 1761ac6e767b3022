import { asObject } from '../gateway/json.ts'
import { jsonInTurns } from '../gateway/dispatch/request/json-in-turns.ts'
import { Unwritten, type RequestBytes } from '../gateway/dispatch/request/unwritten-body.ts'

/** A body that was written anew for an answer, with the fields alone that another path takes. */
export async function withFieldsOf(body: RequestBytes, isTaken: (field: string) => boolean): Promise<Buffer> {
  const json = body instanceof Unwritten ? body.json : asObject(JSON.parse(body.toString('utf8')))
  const taken = Object.fromEntries(Object.entries(json).filter(([field]) => isTaken(field)))
  return body instanceof Unwritten ? jsonInTurns(taken) : Buffer.from(JSON.stringify(taken))
}
