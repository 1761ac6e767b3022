import { Buffer } from 'node:buffer'
import { writeJsonInTurns } from '../event-loop/json-writing.ts'
import { PendingBody, type RequestBytes } from '../generation/request-bytes.ts'
import { asObject } from '../json.ts'

/** Reduces a rewritten answer request to the fields that another endpoint accepts. */
export async function withFieldsOf(body: RequestBytes, isTaken: (field: string) => boolean): Promise<Buffer> {
  const json = body instanceof PendingBody ? body.json : asObject(JSON.parse(body.toString('utf8')))
  const taken = Object.fromEntries(Object.entries(json).filter(([field]) => isTaken(field)))
  return body instanceof PendingBody ? writeJsonInTurns(taken) : Buffer.from(JSON.stringify(taken))
}
