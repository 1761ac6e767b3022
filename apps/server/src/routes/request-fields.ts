import { asObject } from '../json.ts'

/** A body that was written anew for an answer, with the fields alone that another path takes. */
export function withFieldsOf(body: Buffer, isTaken: (field: string) => boolean): Buffer {
  const fields = Object.entries(asObject(JSON.parse(body.toString('utf8'))))
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.filter(([field]) => isTaken(field)))))
}
