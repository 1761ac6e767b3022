/** Models have many names: `Qwen/Qwen3-8B`, `qwen3:8b`, `/models/Qwen3-8B-Q4_K_M.gguf`. Patterns are written for one of them and matched against all. */

/**
 * Returns all spellings of a name, the most literal first: unchanged, without folders, then without file ending, quantisation and packaging. An Ollama
 * tag becomes a suffix or is omitted.
 */
export function modelSpellings(name: string): string[] {
  const base = name.trim().replace(/^.*[/\\]/, '')
  const [head = '', tag] = base.split(':', 2)
  const plainHead = withoutPackaging(head)
  const plainTag = tag === undefined ? '' : withoutPackaging(`-${tag}`)
  const spellings = [name.trim(), base, head, plainHead + plainTag, plainHead]
  return [...new Set([...spellings, ...spellings.map(withPoints)])].filter((spelling) => spelling !== '')
}

/** Replaces `p` by a point. Services whose names may contain no point write `kimi-k2p5`. */
const withPoints = (name: string): string => name.replaceAll(/(?<=[a-z-]\d+)p(?=\d+(?:\b|[-_]))/gi, '.')

/**
 * Measures how well a name matches patterns.
 *
 * @param patterns - `*` matches any text, including none. Case is ignored.
 * @returns Number of literal characters in the longest matching pattern, or -1 if none matches.
 */
export function matchModel(patterns: readonly string[], name: string): number {
  const spellings = modelSpellings(name).map((spelling) => spelling.toLowerCase())
  let best = -1
  for (const pattern of patterns) {
    const literal = pattern.replaceAll('*', '').length
    if (literal > best && spellings.some((spelling) => fits(pattern.toLowerCase(), spelling))) best = literal
  }
  return best
}

export const matchesModel = (patterns: readonly string[], name: string): boolean => matchModel(patterns, name) >= 0

/** Model names that may be values of a metric label. Their number is bounded, because clients choose the names. */
export interface ModelNames {
  /** Whether the name is a label value. A new name that matches becomes one if there is room. */
  admit(name: string): boolean
  has(name: string): boolean
}

/**
 * @param patterns - Admits only names that match a pattern. `*` matches any text.
 * @param most - Limit of names. The first ones are kept. Default 100.
 */
export function createModelNames(patterns: readonly string[], most = 100): ModelNames {
  const names = new Set<string>()
  return {
    has: (name) => names.has(name),
    admit(name) {
      if (names.has(name)) return true
      if (names.size >= most || !isPlainName.test(name) || !matchesModel(patterns, name)) return false
      names.add(name)
      return true
    },
  }
}

/** Printable, and of plausible length. */
const isPlainName = /^[^\p{C}\p{Z}][^\p{C}]{0,199}$/u

/** Matches wildcards without a regular expression, because patterns come from configuration. Linear, without backtracking. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let from = first.length
  for (const literal of rest) {
    const at = text.indexOf(literal, from)
    if (at === -1) return false
    from = at + literal.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

const packaging =
  /(?:\.(?:gguf|safetensors|bin|onnx)|-\d{5}-of-\d{5}|[-._](?:i?q\d(?:_[a-z0-9]+)*|iq\d[a-z0-9_]*|[bf][fp]?\d{1,2}|mxfp4|nvfp4|int[48]|w\d+a\d+|[2-8]-?bits?|gguf|gptq|awq|exl[23]|mlx|bnb|dynamic|unsloth|ud|imat|latest))$/i

/** Limit of a name's length for removing its packaging, in UTF-16 units, because the search is quadratic. No requested model has a longer name. */
const longest = 512

/** Removes endings that describe a model's packaging. Several may follow each other (`-GGUF-Q4_K_M.gguf`). */
function withoutPackaging(name: string): string {
  let plain = name
  while (plain.length <= longest && packaging.test(plain)) plain = plain.replace(packaging, '')
  return plain
}
