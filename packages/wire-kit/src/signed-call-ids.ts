/** Before the thought signature that LiteLLM puts behind the id of Gemini's calls, as clients bring ids back: `call_1__thought__CiQB…`. */
const MARK = '__thought__'

/** The id without what is sealed in it. */
export function bareCallId(id: string): string {
  const at = id.indexOf(MARK)
  return at === -1 ? id : id.slice(0, at)
}
