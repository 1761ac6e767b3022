import { entropy } from './entropy.ts'
import type { Sensitivity } from './key-names.ts'

/** How the value was written. */
export interface Writing {
  quoted: boolean
  /** `KEY=value` as in a shell, an env file, a connection string or an address. */
  tight: boolean
}

const reference =
  /^(?:[$<%{&@#[(*|^]|process\.env|import\.meta|os\.(?:environ|getenv)|env[.([]|getenv|config[.([]|settings\.|self\.|this\.|secrets[.([]|vault:|var\.|local\.|data\.|args\.|opts?\.|options\.|params?\.|req(?:uest)?\.|props\.|state\.|user\.|new |await |function|lambda|async )/i
const placeholder =
  /^(?:your|my[-_ ]|insert|replace|enter|put|placeholder|change[-_ ]?(?:me|it|this)|dummy|redacted|hidden|masked|todo|tbd|fixme|n\/?a|none|null|nil|undefined|true|false|yes|no|required|optional|string|text|bool(?:ean)?|int(?:eger)?|number|object|any|str|bytes?|char|varchar|invalid|incorrect|wrong|missing|empty|unset|not[-_ ]|some[-_ ]?|the[-_ ]|a[-_ ]|an[-_ ]|is|was|here|example|sample|default|unknown|revoked|expired|valid|self|private|public|value|type|input|field|username|user|password|passwd|pass|pwd|secret|token|key|apikey|api[-_ ]key|bearer|basic)$/i
const placeholderStart = /^(?:your|insert|replace|enter|placeholder|redacted|\[redacted|\[secret:|xxx|\.{2,}|…|-{3,})/i
const placeholderWithin =
  /\.\.\.|…|\$\{|\{\{|<[A-Za-z_ -]+>|_here$|-here$|[xX*•]{6,}|your[-_]?(?:api|secret|token|key|password)|placeholder/i
/** Words joined by separators, possibly numbered: names of things, not made by a generator. */
const words = /^[A-Za-z]{1,20}(?:[-_. /:][A-Za-z]{1,20})*[-_. ]?\d{0,3}$/
const camelWords = /^[a-z]+(?:[A-Z][a-z]+)*\d?$|^(?:[A-Z][a-z]+)+\d?$/
const code = /[({]|\)$|=>|::|->/
const path = /^(?:https?:|wss?:|file:|\.{0,2}\/|[A-Za-z]:\\|~\/|arn:|urn:|data:)/

const distinct = (value: string): number => new Set(value).size

export function isPlaceholder(value: string): boolean {
  return (
    reference.test(value) || placeholder.test(value) || placeholderStart.test(value) || placeholderWithin.test(value) || distinct(value) < 3
  )
}

/** Whether what is assigned to a secret's name is one, and not a variable, a type, a call or a placeholder. */
export function isSecretValue(value: string, kind: Sensitivity, { quoted, tight }: Writing): boolean {
  if (isPlaceholder(value)) return false
  if (kind === 'password') return isPassword(value, quoted, tight)
  if (kind === 'vague') return isRandom(value)
  return isMachineMade(value, quoted || tight)
}

function isPassword(value: string, quoted: boolean, tight: boolean): boolean {
  if (quoted) {
    if (value.length < 4 || value.length > 200) return false
    if (!/\s/.test(value)) return !(code.test(value) && !/\d/.test(value))
    // A sentence about passwords, or a phrase that is one.
    return value.split(/\s+/).length <= 6 && !/[.!?]$|\b(?:password|must|please|is|the|your|be|to)\b/i.test(value)
  }
  if (value.length < 4) return false
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*[([]/.test(value)) return false
  if (tight) return !(/^[a-z]+(?:[A-Z_.][A-Za-z]*)+$/.test(value) && !/\d/.test(value)) || value.length > 24
  if (value.length < 6) return false
  // Letters alone are words, unless no word is written like that.
  if (value.length >= 16 && /^[a-z]+(?:-[a-z]+){2,}$/.test(value)) return true
  if (!/[^A-Za-z\s-]/.test(value)) return value.length >= 8 && /[a-z].*[A-Z]/.test(value) && !camelWords.test(value)
  return (
    (/\d/.test(value) && /[A-Za-z!@#$%^&*]/.test(value)) || /[!@#$%^&*+=?]/.test(value.slice(0, -1)) || (/^\d{6,}$/.test(value) && tight)
  )
}

function isMachineMade(value: string, marked: boolean): boolean {
  if (value.length < (marked ? 8 : 12) || /\s/.test(value) || path.test(value)) return false
  if (words.test(value) || camelWords.test(value) || code.test(value)) return false
  if (/^[\d.,:-]+$/.test(value)) return marked && value.length >= 16
  const digits = /\d/.test(value)
  const cases = /[a-z]/.test(value) && /[A-Z]/.test(value)
  const symbols = /[^A-Za-z0-9]/.test(value)
  if (
    !digits &&
    !(cases && value.length >= 20 && !/[a-z]{5}/.test(value)) &&
    !(symbols && value.length >= 12 && !/[A-Za-z]{8}/.test(value))
  )
    return false
  const bits = entropy(value)
  return value.length >= 16 ? bits >= 2.8 : bits >= 2.5 && digits
}

/** So long and so mixed that neither a person nor a hash function wrote it. */
function isRandom(value: string): boolean {
  if (value.length < 20 || !/^[\w+/=.~-]+$/.test(value) || path.test(value) || words.test(value)) return false
  if (!/\d/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false
  // Names of files and of types have words in them.
  return !/[A-Za-z]{20}|[a-z]{8}|\/.*\/.*\//.test(value) && entropy(value) >= 3.6
}

/** Without a name before it: only what no person and no hash function writes. */
export function isUnnamedSecret(value: string): boolean {
  if (value.length < 16 || isPlaceholder(value) || path.test(value) || words.test(value) || camelWords.test(value)) return false
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  return entropy(value) >= 3
}
