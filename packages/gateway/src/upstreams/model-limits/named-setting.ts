/** True for a setting that only gives the condition: `Range of n should be [1, 1] when enable_thinking is true`. */
export const isOccasion = (path: string, message: string): boolean =>
  path === 'enable_thinking' && /\b(?:when|if|while) `?enable_thinking\b/.test(message)

export const isAt = (path: string, param: string): boolean => path === param || path.endsWith(`.${param}`) || param.endsWith(`.${path}`)

/** Containers of settings in requests, which messages leave out. */
const holders = /^(?:generationConfig\.(?:thinkingConfig\.)?|inferenceConfig\.|additionalModelRequestFields\.)/

/**
 * True if a message names a setting: by its whole path, or as the parameter of the error. A single common word only counts in quotes or
 * after the word "parameter". Several words count in any spelling: `presencePenalty`, `presence_penalty`, `presence penalty`.
 */
export function isNamed(place: string, message: string, param: string | undefined): boolean {
  if (param !== undefined && isAt(place, param)) return true
  const path = place.replace(holders, '')
  const text = message.replaceAll(/\b(?:generation|thinking)_?config\./gi, '')
  const isWord = /^[a-z]+$/.test(path)
  const asWord = new RegExp(`(?:parameter|argument)s?(?:(?: [^:."]{0,40})?:)? ${path}\\b|\\b${path} (?:parameter|argument|field)\\b`, 'i')
  if (isWord && asWord.test(message)) return true
  // The last word of a path may stand alone (Anthropic), and the first word of a name may be missing (Gemini).
  if (/(?:^|[._])effort$/.test(path) && /\beffort (?:parameter|setting|field)\b/i.test(message)) return true
  // Anthropic names the type of thinking in between.
  if (/^thinking\.(?:display|block_binding)$/.test(path) && new RegExp(`\\bthinking\\.\\w+\\.${path.slice(9)}\\b`).test(message))
    return true
  if (/penalty$/i.test(path) && /(?:^|: )penalty is not\b/i.test(message)) return true
  // Token limits are left out, because messages about a long context mention them too. Of dotted paths only efforts count (`reasoningEffort`).
  const isSpelt = !/\.|tokens/.test(path) || path.endsWith('.effort')
  const words = isSpelt ? path.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).split(/[_.]/) : []
  if (words.length > 1 && new RegExp(`(?<![\\w.])${words.join('[ _.]?')}(?!\\w)`, 'i').test(text)) return true
  const written = path.replaceAll('.', String.raw`\.`)
  const around = isWord
    ? [String.raw`['"\`[](?:body\.)?`, String.raw`['"\`\]](?! block)`]
    : [String.raw`(?<![\w.])(?:body\.)?`, String.raw`(?![\w])`]
  return (
    new RegExp(`${around[0]}${written}(?:${around[1]})`).test(message) ||
    (isWord &&
      new RegExp(`(?:^|\\s)${written}:|\\bbody -> ${written}\\b|(?:^|[,:] |because )${written} (?:is|are) not supported\\b`).test(message))
  )
}
