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
 * Measures how well a requested name matches patterns, to decide who serves it and who may use it.
 *
 * @param patterns - `*` matches any text, including none. Case is ignored.
 * @returns Number of literal characters in the longest matching pattern, or -1 if none matches.
 */
export const matchModel = (patterns: readonly string[], name: string): number => longestFit(patterns, requestedSpellings(name))

/**
 * Like `matchModel`, to look up facts about a model: a name also matches if only its separators differ (`GLM_4_7`, `qwen-3-8b`), or if a service
 * added words (`us.zai.glm-4.7-v1:0`, `glm-4.7@20261101`). A match does not prove that a key may use the model.
 */
export const matchKnownModel = (patterns: readonly string[], name: string): number => longestFit(patterns, knownSpellings(name))

const requestedSpellings = ofLastName(modelSpellings)
const knownSpellings = ofLastName(withOtherSpellings)

/** Callers compare one name with hundreds of lists. */
function ofLastName(spell: (name: string) => readonly string[]): (name: string) => readonly string[] {
  let last: string | undefined
  let spellings: readonly string[] = []
  return (name) => {
    if (name !== last) [last, spellings] = [name, [...new Set(spell(name).map((spelling) => spelling.toLowerCase()))]]
    return spellings
  }
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

function longestFit(patterns: readonly string[], spellings: readonly string[]): number {
  let best = -1
  for (const pattern of patterns) {
    const literal = pattern.replaceAll('*', '').length
    if (literal <= best) continue
    const [first = '', ...middle] = pattern.toLowerCase().split('*')
    const last = middle.pop()
    if (spellings.some((name) => (last === undefined ? name === first : fits(name, first, middle, last)))) best = literal
  }
  return best
}

/** Spellings of a name, also with other separators, and without the words of a service. */
function withOtherSpellings(name: string): readonly string[] {
  const spellings = modelSpellings(name)
  if (name.length > longest) return spellings
  const cached = /models--[^/\\]+--([^/\\]+)/.exec(name)?.[1]
  const all = cached === undefined ? spellings : [...spellings, ...modelSpellings(cached)]
  const plain = all.flatMap((spelling) => [spelling, spelling.replace(/@[^@]*$/, '')]).flatMap((one) => [one, one.replace(vendors, '')])
  const folded = plain.map(withPlainSeparators)
  return [...new Set([...plain, ...folded, ...folded.map((one) => one.replace(firstWord, joinedOrApart))])]
}

/** Prefixes of Bedrock: the region, and the maker. */
const vendors = /^(?:[a-z]{2,16}\.){1,2}(?=[a-z])/i

/** Separators as most makers write them: hyphens, and a point between the two digits of a version (`glm-4-7`, `qwen36`). */
const withPlainSeparators = (name: string): string =>
  name
    .replaceAll(/[_\s]/g, '-')
    .replaceAll(/(?<=[a-z])\.(?=[a-z])/gi, '-')
    .replaceAll(/(?:(?<=(?<![^a-z-])\d)-|(?<=[a-z-][a-z]\d))(?=\d(?![^-:]))/gi, '.')

/** The first word of a name, and its number: makers write both `Qwen3` and `GLM-4`. */
const firstWord = /^([a-z]{3,})(-?)(?=\d)/i

const joinedOrApart = (_: string, word: string, hyphen: string): string => (hyphen === '' ? `${word}-` : word)

/** Matches the literals between wildcards without a regular expression, because patterns come from configuration. Linear, without backtracking. */
function fits(text: string, first: string, middle: readonly string[], last: string): boolean {
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of middle) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
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
