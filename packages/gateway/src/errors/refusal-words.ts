import { wordsIn } from '@reason/wire-kit'
import { isObject, type Json } from '../json.ts'

/** Words of error messages, error codes and field names. None of them reveals a model's reasoning. */
const words: ReadonlySet<string> = new Set(
  // Words in error codes, and names of what failed.
  (
    'error errors exception invalid bad request requests server client api internal upstream gateway service unavailable overloaded busy timeout ' +
    'timed out deadline exceeded not found unknown unsupported unimplemented missing required type types value values argument arguments parameter ' +
    'parameters param field fields rate limit limits quota insufficient exhausted resource billing payment too many large long tokens token max ctx context ' +
    'length window size authentication authorization permission denied access forbidden unauthorized key keys credentials expired content filter filtered ' +
    'policy violation safety model models tool tools use call calls function functions failed failure parse parsing generation generate output outputs ' +
    'input inputs prompt messages message choice choices role roles name names id ids stream streaming json schema format response validation throttling ' +
    'aborted cancelled stopped conflict precondition unprocessable entity image images url temperature top p k n reasoning effort thinking budget ' +
    'completion completions of is in and no exceed exceeds ' +
    // Settings and locations in a request.
    'body data items item object objects array list string strings number numbers integer integers boolean bool float null none dict dictionary union tag union ' +
    'property properties additional additionalproperties enum key-value index indices position element elements option options setting settings header headers ' +
    'system user assistant developer text file files document documents audio video media mime base64 instructions conversation history turn turns block blocks part parts ' +
    'signature signatures encrypted redacted summary include store metadata seed stop sequence sequences penalty frequency presence logprobs logit bias ' +
    'parallel strict grammar grammars regex guided template templates chat jinja samplers sampler sampling embedding embeddings verbosity tier ' +
    'enable enabled disable disabled adaptive interleaved beta cache control ephemeral minimal low medium high xhigh auto any default config configuration ' +
    'tool-call tool-choice following preceding pair reasoning-content line column syntax end literal identifier identifiers version ' +
    // Other words of error messages.
    'a an the this that these those it its there you your be been was were are has have had do does did can cannot could may must should will would ' +
    'to for from by with without within at on as or nor if when while where which whose than then but however instead only also already still yet both either ' +
    'all each every some one two three more most less least fewer first last next previous before after between above below up over under same other another single multiple ' +
    'at-least at-most greater smaller larger shorter longer lower higher equal equals equivalent maximum minimum min total count range empty non positive negative zero ' +
    'valid expected got received given provided passed supplied specified set used using supported support supports allowed allow allows permitted accepted accept accepts ' +
    'available exist exists match matches matched contain contains contained containing include includes including begin begins start starts starting ends ending followed precede ' +
    'combine combined together compatible incompatible deprecated removed renamed recognized recognised permitted reached remove reduce increase lower shorten change try check ' +
    'make sure ensure see please note add send pass leave read retry again later refer documentation docs details plan unable unexpected initialize understand process ' +
    'processed decode decoded encode encoded interpret convert load loaded apply applied resolve requested requires require needs need correct incorrect wrong ' +
    'shift full mode modes level feature features account organization project region endpoint deployment deployments account tier currently current because due since so ' +
    'true false preceeding lastmost whereas increasing reducing removing changing unrecognized thought thoughts validate validated msg loc url ref doesn isn aren don didn couldn wasn t s ' +
    'back way required-by respond responded returned result results corresponding associated duplicate duplicated unique final top-level top_p top_k'
  ).split(/[ -]/),
)

/** Words that mark a nearby number as a count or a limit. */
const measures: ReadonlySet<string> = new Set(
  (
    'most least than maximum minimum max min limit limits exceed exceeds between range size length window tokens characters chars bytes images tools messages blocks ' +
    'completion prompt line column position index seconds requests requested ctx'
  ).split(' '),
)

/** Separators of clauses. Each clause is shown or withheld as a whole. Quoted text, and text after a colon, is a clause of its own. */
const marks = /((?:[:;,.!?"`´‘“”«»()[\]{}<>|\n]|(?<!\p{L})['’]|['’](?!\p{L}))+)/u

/** Names and numbers that a request contains: its fields, model and tools. */
export interface KnownWords {
  names: ReadonlySet<string>
  numbers: ReadonlySet<string>
}

const mostNames = 500
const namesOf: ReadonlySet<string> = new Set([
  'model',
  'name',
  'type',
  'role',
  'effort',
  'reasoning_effort',
  'id',
  'call_id',
  'tool_call_id',
  'tool_use_id',
])

/**
 * Collects names and numbers of a request. Returns none for a request with very many. Otherwise a client could list names to learn which of
 * them a text repeats.
 */
export function knownOf(request: Json): KnownWords {
  const names = new Set<string>()
  const numbers = new Set<string>()
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, depth))
    if (!isObject(value)) return
    for (const [name, one] of Object.entries(value)) {
      if (names.size > mostNames) return
      names.add(name)
      // A separator inside a name would split it where a message is read.
      if (typeof one === 'string' && namesOf.has(name)) for (const piece of one.split(/[^\w./-]+/)) names.add(piece)
      if (typeof one === 'number' && depth < 2) numbers.add(String(one))
      walk(one, depth + 1)
    }
  }
  walk(request, 0)
  return names.size > mostNames || numbers.size > 50 ? nothing : { names, numbers }
}

const nothing: KnownWords = { names: new Set(), numbers: new Set() }

/**
 * The part of an upstream's error message that a client may see: everything before the first clause with a word that is neither known nor
 * in the request. So quoted model output is withheld.
 *
 * @returns Undefined if the visible part is meaningless.
 */
export function toldOf(message: string, known: KnownWords = nothing): string | undefined {
  const pieces = withDots(message.split(marks))
  const end = pieces.findIndex((piece, at) => at % 2 === 0 && !isTold(piece, known))
  if (end === -1) return message
  const told = pieces
    .slice(0, end)
    .join('')
    .replace(/[\s"'`´‘’“”«»([{<|]+$/u, '')
  return (told.match(/\p{L}+/gu) ?? []).length < 2 ? undefined : `${told} …`
}

/** Joins clauses around a dot inside a name or a number. Clauses and separators alternate in the list. */
function withDots([first = '', ...rest]: readonly string[]): string[] {
  const pieces = [first]
  for (let at = 0; at < rest.length; at += 2) {
    const [between, next] = [rest[at]!, rest[at + 1]!]
    const isOne = between === '.' && /\w$/.test(pieces.at(-1)!) && /^\w/.test(next)
    if (isOne) pieces.push(`${pieces.pop()!}.${next}`)
    else pieces.push(between, next)
  }
  return pieces
}

function isTold(text: string, known: KnownWords): boolean {
  const all = text.split(/\s+/).filter((word) => word !== '')
  return all.every((word, at) => {
    if (known.names.has(word) || /^[-–—/=+*&]+>?$/u.test(word)) return true
    if (!/^\d[\d.]*$/.test(word)) return isMadeOfKnown(word)
    return known.numbers.has(word) || all.slice(Math.max(0, at - 3), at + 4).some((near) => measures.has(near.toLowerCase()))
  })
}

/** True if the name of an error or field consists only of known words, so that it carries no message. */
export function isMadeOfKnown(word: string): boolean {
  const parts = wordsIn(word)
  const isSpelt = /^[\w.:/\-'’[\]]{1,100}$/.test(word) && parts.some((part) => /[a-z]/.test(part))
  return isSpelt && parts.every((part) => words.has(part) || /^\d{1,3}$/.test(part))
}
