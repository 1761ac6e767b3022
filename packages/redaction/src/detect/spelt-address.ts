import { alphanumeric, characterSet, emailLocal, except, has, isDigit, runEnd } from '../characters.ts'
import { ahead, before, begins, codeAt, run, type Detected, type Window } from '../window.ts'
import { isTopLevel } from './top-level.ts'

const maxLocalChars = 64
const maxLabelChars = 63
const maxLabels = 8
const label = characterSet('A-Za-z0-9-')
const letters = characterSet('A-Za-z')
const notOfWord = except(letters)
const [lineFeed, space, hyphen, dot, atSign] = [10, 32, 45, 46, 64]
/** Brackets of spelled-out signs, with their closing brackets. */
const brackets = new Map([...'()[]{}<>--__'].map((sign, i, all) => [sign.charCodeAt(0), i % 2 === 0 ? all[i + 1]!.charCodeAt(0) : 0]))
for (const closer of ')]}>') brackets.delete(closer.charCodeAt(0))
for (const same of '-_/') brackets.set(same.charCodeAt(0), same.charCodeAt(0))
/** Characters that may follow the first word of a spelled-out address. */
const announcing = characterSet('([{<')
const linking = characterSet('_/-')

type Sign = '@' | '.' | '_' | '-' | '+'

const signs: Record<string, Sign> = {}
for (const [sign, words] of [
  ['_', 'underscore unterstrich'],
  ['-', 'hyphen dash minus bindestrich tiret'],
  ['+', 'plus'],
  ['@', 'ät at a @ arroba arobase chiocciola klammeraffe aroba arobas arobaze kukac apenstaartje snabel sobaka krøllalfa miukumauku'],
  ['@', 'małpa zavináč собака собачка アットマーク アット 골뱅이 艾特 παπάκι'],
  ['.', 'dot . punkt point punto punt kropka prikk ponto tečka nokta piste tochka punktum крапка bodka точка τελεία ドット 点 점'],
] as const)
  for (const word of words.split(' ')) signs[word] = sign
const signChars = 12

interface Joint {
  sign: Sign
  end: number
  /** In brackets, which are only used in addresses. */
  sure: boolean
  /** Has a space before it. */
  spaced: boolean
  word: string
}

/** Spelled-out sign at `at`: ` at `, `(at)`, ` [dot] `, ` @ `. */
function jointAt(window: Window, at: number, points = false): Joint | undefined {
  const { text } = window
  // An address that was cut before its sign.
  if (codeAt(window, at) === lineFeed && codeAt(window, at + 1) === atSign)
    return { sign: '@', end: at + 2, sure: true, spaced: false, word: '@' }
  const spaced = codeAt(window, at) === space
  let from = spaced ? at + 1 : at
  const closer = brackets.get(codeAt(window, from))
  if (closer !== undefined) from++
  else if (!spaced) return undefined
  const first = codeAt(window, from)
  let to = first === 64 || first === dot ? from + 1 : from + /^\p{L}*/u.exec(ahead(window, from, signChars + 1, notOfWord))![0].length
  if (window.short) return undefined
  const word = text.slice(from, to)
  const sign = signs[word.toLowerCase()]
  if (sign === undefined) return undefined
  // "at sign", "snabel-a"
  if (word.length === 2 && sign === '@' && begins(window, ' sign ', to)) to += 5
  else if (word.length === 6 && sign === '@' && begins(window, '-a', to)) to += 2
  const next = codeAt(window, to)
  // In prose: "At this point we …".
  if (closer === undefined)
    return next === space && word !== 'a' && (points || word.toLowerCase() !== 'point')
      ? { sign, end: to + 1, sure: false, spaced, word }
      : undefined
  if (next !== closer) return undefined
  const behind = codeAt(window, to + 1) === space
  // "(a)" marks a paragraph, unless it is between letters.
  if (word.toLowerCase() === 'a' && (spaced || behind)) return undefined
  return { sign, end: behind ? to + 2 : to + 1, sure: true, spaced, word }
}

interface Domain {
  end: number
  value: string
  /** Number of spelled-out dots and hyphens. */
  spelt: number
}

/** Host name from `at` on, with plain or spelled-out dots. */
export function domainAt(window: Window, at: number, points = false): Domain | undefined {
  const { text } = window
  let value = ''
  let spelt = 0
  let from = at
  let best: Domain | undefined
  for (let labels = 0; labels < maxLabels; labels++) {
    const to = run(window, label, from, from + maxLabelChars + 1)
    if (window.short || to === from || to - from > maxLabelChars || text.charCodeAt(from) === hyphen) break
    const part = text.slice(from, to)
    value += part
    if (labels > 0 && (isTopLevel(part) || (points && part.length === 2))) best = { end: to, value, spelt }
    if (codeAt(window, to) === dot && has(alphanumeric, codeAt(window, to + 1))) from = to + 1
    else {
      const joint = jointAt(window, to, points)
      if (joint === undefined || (joint.sign !== '.' && joint.sign !== '-')) break
      if (joint.sign === '-') {
        value += '-'
        from = joint.end
        labels--
        spelt++
        if (spelt > maxLabels) break
        continue
      }
      spelt++
      from = joint.end
    }
    value += '.'
  }
  return window.short ? undefined : best
}

/** Words before "at" that are no mailbox names. */
const noNames = new Set(
  (
    'look looks looking looked is are was were be been me us you him her them it meet met available hosted found located live lives based work works ' +
    'working worked page site website file docs documentation see seen here there sign signup signed buy sold shop visit start started starts stop ' +
    'arrive arrived aim aimed good bad great better best laugh point pointed points hint error thrown call called run running and or but not up down ' +
    'out in on at the a an this that one all only just even also stay stayed stand stands sit sits end ends begin begins read written published ' +
    'register registered join online more day time home free host server served listen listening guess value dot product price we i he she they'
  ).split(' '),
)
/** Top-level domains of two letters that are English words. */
const noEndings = /^(?:in|is|it|to|so|no|at|as|be|my|me|us|am|an|do|by)$/i
/** Providers whose name alone makes an address. */
const providers = new Set('gmail googlemail hotmail outlook icloud yahoo protonmail gmx aol'.split(' '))
const mailContext = /(?:\be-?mails?|\bmail|\bcontact|\baddress|\breach|\bwrite(?: to)?|邮箱|почта)(?: is| me| us| to)?["'`*:= ]{1,4}$/i
const isAtBetween = /[_-]at[_-]/i
const joined = /^(.{1,64}?)[_-]at[_-](.{1,100})[_-]dot[_-]([a-z]{2,24})$/i

/** Characters that may follow the first word of a spelled-out address, or continue it. */
const behindWord = characterSet("([{<.%+'_-")
const beginsSign = new RegExp(
  `^(?:${Object.keys(signs)
    .filter((sign) => /^\p{L}{2}/u.test(sign))
    .map((sign) => sign.slice(0, 3).padEnd(3))
    .join('|')}|[([{<@_/-])`,
  'i',
)
/** First two letters of the signs. */
const signStarts = new Uint8Array(128 * 128)
for (const sign of Object.keys(signs)) if (/^[a-z]{2}/.test(sign)) signStarts[(sign.charCodeAt(0) << 7) | sign.charCodeAt(1)] = 1

/** Whether a spelled-out address may continue after a word that ends at `to`. For almost all words, two characters exclude it. */
export function mayGoOn(window: Window, to: number): boolean {
  const { text } = window
  const next = text.charCodeAt(to)
  if (next === lineFeed) return codeAt(window, to + 1) === atSign
  if (next !== space) return has(behindWord, next)
  // Small tables and comparisons. A single table of letter pairs took a quarter of the time for prose.
  const first = text.charCodeAt(to + 1)
  if (first < 128 && !has(letters, first) && !has(announcing, first) && first !== atSign && !has(linking, first)) return false
  const second = text.charCodeAt(to + 2) | 32
  if (first < 128 && has(letters, first) && !(second < 128 && signStarts[((first | 32) << 7) | second] === 1))
    return to + 2 >= window.end && !window.final
  return to + 3 >= window.end ? !window.final || first < 128 : beginsSign.test(text.slice(to + 1, to + 4))
}

/** Detects a spelled-out address: `jane dot doe at example dot com`, `jane [at] example.com`. Its first word is from `at` to `to`. */
export function detectSpeltAddress(window: Window, at: number, to: number): Detected {
  const { text } = window
  let end = to
  if (has(emailLocal, text.charCodeAt(to))) end = runEnd(text, emailLocal, to, Math.min(window.end, at + maxLocalChars + 1))
  if (end - at > maxLocalChars) return undefined
  if (end - to > 8 && isAtBetween.test(text.slice(to, end))) {
    const found = joined.exec(text.slice(at, end))
    if (found !== null && !noNames.has(found[1]!.toLowerCase()) && isTopLevel(found[3]!))
      return address(at, end, `${found[1]}@${found[2]!.replaceAll(/[_-]dot[_-]/g, '.')}.${found[3]}`)
  }
  const next = codeAt(window, end)
  if (next !== space && next !== lineFeed && !has(announcing, next)) return undefined
  if (!mayGoOn(window, end)) return undefined
  let local = text.slice(at, end)
  let spelt = 0
  // "Point" is also an English word. Other signs must then be unambiguous.
  let points = false
  let joint = jointAt(window, end, true)
  for (
    ;
    joint !== undefined && joint.sign !== '@' && local.length < maxLocalChars && spelt < maxLabels;
    joint = jointAt(window, end, true)
  ) {
    points ||= joint.word.toLowerCase() === 'point'
    const from = joint.end
    end = run(window, emailLocal, from, from + maxLocalChars)
    if (window.short || end === from) return undefined
    local += `${joint.sign}${text.slice(from, end)}`
    spelt++
  }
  if (joint?.sign !== '@' || (points && joint.word.length < 3)) return undefined
  const domain = domainAt(window, joint.end, joint.word.length > 2) ?? providerAt(window, at, joint.end)
  if (window.short) return undefined
  if (domain === undefined || has(label, codeAt(window, domain.end))) return undefined
  return isAddress(window, at, local, spelt, joint, domain) ? address(at, domain.end, `${local}@${domain.value}`) : undefined
}

/** Domain of a provider that is named alone: `my mail is jane at gmail`. A word for mail must come before it. */
function providerAt(window: Window, at: number, from: number): Domain | undefined {
  const end = run(window, label, from, from + maxLabelChars + 1)
  const value = window.text.slice(from, end).toLowerCase()
  return providers.has(value) && mailContext.test(before(window, at, 32)) ? { end, value: `${value}.com`, spelt: 1 } : undefined
}

function isAddress(window: Window, at: number, local: string, spelt: number, joint: Joint, domain: Domain): boolean {
  const top = domain.value.slice(domain.value.lastIndexOf('.') + 1)
  const certain = spelt > 0 || [...local].some((sign) => sign === '_' || sign === '.' || isDigit(sign.charCodeAt(0)))
  if (joint.sure) return joint.word.toLowerCase() !== 'a' || top.length > 2 || certain
  if (noNames.has(local.toLowerCase())) return false
  if (domain.spelt > 0) return certain || joint.word.length > 2 || top.length > 2 || domain.spelt > 1 || !noEndings.test(top)
  if (joint.word === '@') return top.length > 2
  return (
    (joint.word === 'AT' && /[a-z]/.test(local)) || ((top.length > 2 || !noEndings.test(top)) && mailContext.test(before(window, at, 32)))
  )
}

const address = (start: number, end: number, value: string): Detected => ({ start, end, type: 'email', value: value.toLowerCase() })
