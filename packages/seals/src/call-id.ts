/**
 * A sealed value as the end of a tool call's id: `call_1__rsn1_AbC`. Every client sends ids back, but some shorten them. Providers
 * reject long ids, so the value is removed again when it is opened.
 */
const MARK = '__rsn1_'
const PREFIX = 'rsn1.'

export const withSealed = (id: string, value: string): string => id + MARK + value.slice(PREFIX.length)

/** Splits a call id into the original id and the sealed value. */
export function splitCallId(id: string): { id: string; value?: string } {
  const at = id.indexOf(MARK)
  return at < 0 ? { id } : { id: id.slice(0, at), value: PREFIX + id.slice(at + MARK.length) }
}
