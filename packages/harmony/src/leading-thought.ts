/** A thought in tags that a visible message begins with: `<think>Hm.</think>Hello.` */
export interface ThoughtOpening {
  /** How many characters of whitespace stand before it. */
  blanks: number
  opener: string
  closer: string
}

const opening = /^(\s*)<(think|thinking|thought|reasoning)(?:\s[^<>]{0,64})?>/
const names = ['think', 'thinking', 'thought', 'reasoning']
const begun = /^<(\w*)(\s[^<>]{0,64})?$/
const longestBlanks = 64

/**
 * Reads the beginning of a message. Tags count there alone: anywhere else they may be quoted.
 *
 * @returns `more`: more must come. Undefined: it begins with something else.
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

/** Where the end of a text begins that may go on to be the closer. */
export function closerFrom(text: string, closer: string): number {
  for (let length = Math.min(closer.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closer.slice(0, length))) return text.length - length
  }
  return text.length
}
