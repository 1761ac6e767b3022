/** Maximum nesting. Real calls have a few levels, and models may repeat a bracket endlessly. */
const mostLevels = 1000
/** Limit of a number, a word, or text before the object, in UTF-16 units. */
const longestHeld = 1000
/** Words of JSON, and how models that think in Python write them. */
const words: Readonly<Record<string, string>> = { true: 'true', false: 'false', null: 'null', True: 'true', False: 'false', None: 'null' }
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const mayBeNone = /^[ \t\r\n]*(?:n|nu|nul|null[ \t\r\n]*)?$/
const escape = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/
const mayBeEscape = /^\\(?:u[\da-fA-F]{0,3})?$/
const blanks = /[ \t\r\n]*/y
const wordUnits = /[^ \t\r\n,\]}]*/y
/** Units of a string up to one that needs a look. JSON strings contain no control characters. */
const plainUnits = /[^"\\\u0000-\u001f]*/y // oxlint-disable-line no-control-regex

/**
 * Writes the arguments of a call as a JSON object, while they come in pieces, for formats that accept nothing else. Valid
 * JSON stays as it is. Common faults of models are mended: line ends and unknown escapes in strings, commas at an end,
 * `None` and `True`. A text that is no object, or stops being one, becomes the `input` of the object:
 *
 *     plan B          {"input":"plan B"}
 *     {"a":1,'b':2}   {"a":1,"input":"{\"a\":1,'b':2}"}
 *     {"a":1}}        {"a":1}          what follows the object is left out
 *     {"a":           {"a":            an object that was cut stays cut
 *     null            (nothing)
 */
export class ObjectText {
  /** Text that was no JSON was changed. */
  isMended = false
  /** Text behind the object was left out. */
  hasRest = false
  readonly #isText: boolean
  #place: 'start' | 'member' | 'string' | 'escape' | 'colon' | 'value' | 'word' | 'behind' | 'over' | 'text' = 'start'
  /** Brackets that close what is open, from the outside in. */
  readonly #closers: string[] = []
  /** The innermost object or list has a member. */
  #hasMember = false
  /** The string is a name. */
  #isName = false
  /** Text before the object, a comma with the white space behind it, or an unfinished word or escape. */
  #held = ''
  /** All text, as it came. */
  #whole = ''

  /** @param isText - The arguments are text, even if they look like JSON. */
  constructor(isText = false) {
    this.#isText = isText
  }

  /** Whether the object is complete. */
  isOver(): boolean {
    return this.#place === 'over'
  }

  /** @returns JSON for the piece. */
  push(piece: string): string {
    if (this.#place === 'text') return quoted(piece)
    if (this.hasRest) return ''
    this.#whole += piece
    if (this.#place !== 'start') return this.#read(piece, 0)
    const text = this.#held + piece
    const at = endOf(blanks, text, 0)
    if (this.#isText || (text.charAt(at) !== '{' && (text.length > longestHeld || !mayBeNone.test(text)))) return this.#becomeText()
    this.#held = text
    if (text.charAt(at) !== '{') return ''
    this.#held = ''
    this.#place = 'value'
    return text.slice(0, at) + this.#read(text, at)
  }

  /** @returns JSON that ends the object. */
  end(): string {
    if (this.#place === 'start') {
      const isNone = /^\s*(?:null\s*)?$/.test(this.#held)
      return isNone && !this.#isText ? '' : `${this.#becomeText()}"}`
    }
    return this.#place === 'text' ? '"}' : this.#held
  }

  #read(piece: string, from: number): string {
    let text = piece
    let out = ''
    for (let at = from; at < text.length;) {
      if (this.#place === 'string') {
        const end = endOf(plainUnits, text, at)
        out += text.slice(at, end)
        if (end < text.length) out += this.#readSign(text.charAt(end))
        at = end + 1
      } else if (this.#place === 'escape') {
        this.#held += text.charAt(at++)
        if (mayBeEscape.test(this.#held)) continue
        this.#place = 'string'
        const held = this.#held
        this.#held = ''
        if (escape.test(held)) out += held
        else {
          // The backslash stands for itself, and the units behind it are read again.
          out += '\\\\'
          this.isMended = true
          const again = held.length - 1
          if (at < again) {
            text = held.slice(1) + text.slice(at)
            at = 0
          } else at -= again
        }
      } else if (this.#place === 'word') {
        const end = endOf(wordUnits, text, at)
        this.#held += text.slice(at, end)
        at = end
        if (this.#held.length > longestHeld) return out + this.#becomeText()
        if (at === text.length) break
        const word = words[this.#held] ?? (number.test(this.#held) ? this.#held : undefined)
        if (word === undefined) return out + this.#becomeText()
        if (word !== this.#held) this.isMended = true
        out += word
        this.#held = ''
        this.#place = 'behind'
      } else {
        const end = endOf(blanks, text, at)
        // White space behind a comma waits with it.
        if (this.#held === '') out += text.slice(at, end)
        else this.#held += text.slice(at, end)
        at = end
        if (at === text.length) break
        if (this.#place === 'over') {
          this.hasRest = true
          break
        }
        const json = this.#readUnit(text.charAt(at))
        if (json === undefined) return out + this.#becomeText()
        out += json
        // The first unit of a word is read with the others. `#readUnit` changes the place, which the compiler does not see.
        if ((this.#place as string) !== 'word') at++
      }
    }
    return out
  }

  /** Reads the unit that ends a run of plain text in a string. */
  #readSign(sign: string): string {
    if (sign === '\\') {
      this.#place = 'escape'
      this.#held = sign
      return ''
    }
    if (sign !== '"') {
      this.isMended = true
      return quoted(sign)
    }
    this.#place = this.#isName ? 'colon' : 'behind'
    return sign
  }

  /** Reads a unit outside strings. @returns Undefined: the text is no JSON. */
  #readUnit(unit: string): string | undefined {
    const closer = this.#closers.at(-1)
    switch (this.#place) {
      case 'colon':
        if (unit !== ':') return undefined
        this.#place = 'value'
        return unit
      case 'behind':
        if (unit === closer) return this.#close()
        if (unit !== ',') return undefined
        this.#place = closer === '}' ? 'member' : 'value'
        this.#held = unit
        return ''
      case 'member':
        if (unit === closer) return this.#close()
        if (unit !== '"') return undefined
        this.#isName = true
        return this.#begin('string') + unit
      default:
        if (unit === closer && unit === ']') return this.#close()
        if (unit === '{' || unit === '[') return this.#open(unit)
        if (unit === '"') {
          this.#isName = false
          return this.#begin('string') + unit
        }
        return /[-\w]/.test(unit) ? this.#begin('word') : undefined
    }
  }

  /** Begins a name or a value. @returns The comma before it. */
  #begin(place: 'string' | 'word' | 'member' | 'value'): string {
    const comma = this.#held
    this.#held = ''
    this.#place = place
    this.#hasMember = true
    return comma
  }

  #open(bracket: string): string | undefined {
    if (this.#closers.length === mostLevels) return undefined
    const comma = this.#begin(bracket === '{' ? 'member' : 'value')
    this.#closers.push(bracket === '{' ? '}' : ']')
    this.#hasMember = false
    return comma + bracket
  }

  #close(): string {
    // A comma at the end goes. The white space behind it stays.
    const blank = this.#held.slice(1)
    if (this.#held !== '') this.isMended = true
    this.#held = ''
    const closer = this.#closers.pop()!
    this.#place = this.#closers.length === 0 ? 'over' : 'behind'
    this.#hasMember = true
    return blank + closer
  }

  /** Closes what is open inside the object, and writes all text so far as its `input`. */
  #becomeText(): string {
    const place = this.#place
    const isInObject = this.#closers.at(-1) === '}'
    let out = place === 'start' ? '{' : place === 'colon' ? ':' : ''
    if (place === 'colon' || place === 'word' || (place === 'value' && isInObject)) out += 'null'
    out += this.#closers.slice(1).reverse().join('')
    if (this.#closers.length > 1 || this.#hasMember) out += ','
    this.#place = 'text'
    this.#held = ''
    if (place !== 'start') this.isMended = true
    return `${out}"input":"${quoted(this.#whole)}`
  }
}

function endOf(units: RegExp, text: string, from: number): number {
  units.lastIndex = from
  units.test(text)
  return units.lastIndex
}

/** Text as the inside of a JSON string. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)
