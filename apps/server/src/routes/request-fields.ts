import { asObject } from '../json.ts'
import { jsonInTurns } from '../relay/json-in-turns.ts'
import { Unwritten, type RequestBytes } from '../relay/unwritten.ts'

/** A body that was written anew for an answer, with the fields alone that another path takes. */
export async function withFieldsOf(body: RequestBytes, isTaken: (field: string) => boolean): Promise<Buffer> {
  const json = body instanceof Unwritten ? body.json : asObject(JSON.parse(body.toString('utf8')))
  const taken = Object.fromEntries(Object.entries(json).filter(([field]) => isTaken(field)))
  return body instanceof Unwritten ? jsonInTurns(taken) : Buffer.from(JSON.stringify(taken))
}
