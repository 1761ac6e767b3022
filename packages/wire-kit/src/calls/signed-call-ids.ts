/** Separator that LiteLLM puts between the id of a Gemini call and its thought signature. Clients send such ids back: `call_1__thought__CiQB…`. */
const MARK = '__thought__'

/** Returns the id without the sealed value in it. */
export function bareCallId(id: string): string {
  const at = id.indexOf(MARK)
  return at === -1 ? id : id.slice(0, at)
}

export function signatureInCallId(id: string): string | undefined {
  const at = id.indexOf(MARK)
  return at === -1 ? undefined : id.slice(at + MARK.length) || undefined
}
