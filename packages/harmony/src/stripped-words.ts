/** A header without its tokens: what it would have been, and where it ends. */
export interface Marker {
  means: string
  end: number
}

/** `more`: the text may go on to be a marker. `cut`: the stream ended inside one. `undefined`: it is none. */
type Reading<M> = M | 'more' | 'cut' | undefined

const longestBlanks = 64
const longestName = 256
const openings = ['analysis', 'commentary', 'final', 'assistantanalysis', 'assistantcommentary', 'assistantfinal', 'assistant to=', 'to=']
/** What cannot go on a word, so that the word was a marker. In scripts without capitals any letter. */
const glued = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}\p{So}"“«]/u
const afterBlank = /^[\p{Lu}\p{Lt}]/u

/**
 * The beginning of a stream, after `<|start|>assistant` in the prompt.
 *
 *     analysisThe user…    analysis The user…    analysis of the quarter…    analysiswe think…
 *     ^^^^^^^^             ^^^^^^^^              ^^^^^^^^ (doubtful)         ^^^^^^^^ (doubtful)
 */
export function readOpening(text: string, final: boolean): Reading<Marker & { doubtful: boolean }> {
  const lead = blanksAt(text, 0)
  const rest = text.slice(lead)
  if (lead > longestBlanks) return undefined
  if (openings.some((opening) => opening.length > rest.length && opening.startsWith(rest))) return final ? undefined : 'more'
  if (/^(?:assistant|to=)/.test(rest)) {
    const marker = rest.startsWith('to=') ? readRoleRecipient(text, lead, final) : readMarker(text, lead, final)
    return typeof marker === 'object' ? { ...marker, doubtful: false } : marker
  }
  const channel = /^(?:analysis|commentary|final)/.exec(rest)?.[0]
  if (channel === undefined) return undefined

  const end = lead + channel.length
  const blanks = blanksAt(text, end)
  const next = text.slice(end + blanks)
  if (next === '' && blanks <= longestBlanks) return final ? 'cut' : 'more'
  if (channel !== 'final' && 'to='.startsWith(next.slice(0, 3))) {
    if (next.length < 3) return final ? undefined : 'more'
    const marker = readRecipient(text, end, channel, final)
    return typeof marker === 'object' ? { ...marker, doubtful: false } : marker
  }
  const means = `assistant<|channel|>${channel}`
  if ((blanks === 0 ? glued : afterBlank).test(next)) return { means, end, doubtful: false }
  // "final thoughts" before a marker would be an answer if the word were believed; as prose it is hidden. What is glued to
  // "analysis" is hidden either way, but is no part of the reasoning.
  return channel === 'analysis' || (blanks > 0 && channel !== 'final') ? { means, end, doubtful: true } : undefined
}

/**
 * Whether a text begins with a header that lost its tokens, and surely so. Undefined: more must come. A recipient alone may stand before a token
 * that is still to come.
 */
export function beginsStripped(text: string, final: boolean): boolean | undefined {
  if (!/^\s*(?:[acf]|$)/.test(text)) return false
  const opening = readOpening(text, final)
  if (opening === 'more') return undefined
  return typeof opening === 'object' && !opening.doubtful && /^\s*(?:assistant)?(?:analysis|commentary|final)/.test(text)
}

/**
 * A message after the first one.
 *
 *     …politely.assistantfinalHello!…       …search.assistantcommentary to=functions.f json{"a":…
 *               ^^^^^^^^^^^^^^                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * @param at - Where `assistant` stands.
 */
export function readMarker(text: string, at: number, final: boolean): Reading<Marker> {
  const end = at + 'assistant'.length
  const rest = text.slice(end, end + 'commentary'.length)
  const channel = /^(?:analysis|commentary|final)/.exec(rest)?.[0]
  if (channel === 'final') return { means: 'assistant<|channel|>final', end: end + channel.length }
  if (channel !== undefined) return readRecipient(text, end + channel.length, channel, final)
  if (rest.startsWith(' to=')) return readRoleRecipient(text, end + 1, final)
  const possible = ['analysis', 'commentary', 'final', ' to='].some((word) => word.length > rest.length && word.startsWith(rest))
  return possible && !final ? 'more' : undefined
}

/** After a channel word: a recipient, if one follows. */
function readRecipient(text: string, at: number, channel: string, final: boolean): Reading<Marker> {
  const plain = { means: `assistant<|channel|>${channel}`, end: at }
  const from = at + Math.min(blanksAt(text, at), 1)
  const next = text.slice(from, from + 3)
  if (next !== 'to=') return 'to='.startsWith(next) && !final ? 'more' : plain
  // Addressed to itself, it goes on with another header.
  if (text.startsWith('assistant', from + 3)) {
    const marker = readMarker(text, from + 3, final)
    if (typeof marker === 'object') return { ...marker, means: marker.means.replace('assistant', `assistant<|channel|>${channel}`) }
    if (marker !== undefined) return marker
  }
  const name = nameAt(text, from + 3)
  return readType(text, from + 3 + name.length, `assistant<|channel|>${channel} to=${name}`, final)
}

/** A recipient in the role part: its name, the channel word and the content type after it were separate once. */
function readRoleRecipient(text: string, at: number, final: boolean): Reading<Marker> {
  const name = nameAt(text, at + 3)
  const [, tool = name, channel, type] = /^(.+?)(analysis|commentary)(json|code)?$/.exec(name) ?? []
  const means = `assistant to=${tool}${channel === undefined ? '' : `<|channel|>${channel}`}`
  if (type !== undefined && at + 3 + name.length < text.length) {
    return { means: `${means} <|constrain|>${type}`, end: at + 3 + name.length }
  }
  return readType(text, at + 3 + name.length, means, final)
}

/** After a recipient: a content type, if one follows. The arguments begin after it. */
function readType(text: string, at: number, means: string, final: boolean): Reading<Marker> {
  const rest = text.slice(at, at + 5)
  const type = /^\s?(json|code)/.exec(rest)
  if (type !== null) return { means: `${means} <|constrain|>${type[1]}`, end: at + type[0].length }
  const possible = [' json', ' code', 'json', 'code'].some((word) => word.startsWith(rest.replace(/^\s/, ' ')))
  if (possible) return final ? 'cut' : 'more'
  return { means, end: at }
}

const nameAt = (text: string, at: number): string => /^[\w.-]*/.exec(text.slice(at, at + longestName))![0]

function blanksAt(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at <= longestBlanks && /\s/.test(text.charAt(end))) end++
  return end - at
}
