/** A thought in tags at the beginning of a visible message: `<think>Hm.</think>Hello.` */
export interface ThoughtOpening {
  /** Number of whitespace characters before it. */
  blanks: number
  opener: string
  closer: string
}

const opening = /^(\s*)<(think|thinking|thought|reasoning)(?:\s[^<>]{0,64})?>/
const names = ['think', 'thinking', 'thought', 'reasoning']
const begun = /^<(\w*)(\s[^<>]{0,64})?$/
const longestBlanks = 64

/**
 * Reads the beginning of a message. Tags count only there, because elsewhere they may be quoted.
 *
 * @returns `more`: needs more text. Undefined: the message begins with other text.
 */
export function readThoughtOpening(text: string): ThoughtOpening | 'more' | undefined {
  const match = opening.exec(text)
  if (match !== null) {
    const [whole, blanks, name] = match
    return { blanks: blanks!.length, opener: whole.slice(blanks!.length), closer: `</${name}>` }
  }
  const rest = text.trimStart()
  if (text.length - rest.length > longestBlanks) return undefined
  if (rest === '') return 'more'
  const [, name, attributes] = begun.exec(rest) ?? []
  if (name === undefined) return undefined
  return (attributes === undefined ? names.some((other) => other.startsWith(name)) : names.includes(name)) ? 'more' : undefined
}

const lessThan = 0x3c

/** Whether such a thought can begin with this text. */
export const mayOpenThought = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return first === lessThan || first <= 0x20 || /^\s/.test(text)
}

/** Index of a possible beginning of the closer at the end of a text. */
export function closerFrom(text: string, closer: string): number {
  for (let length = Math.min(closer.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closer.slice(0, length))) return text.length - length
  }
  return text.length
}
