import { answersSeen, type Origin, type Seen } from './evidence.ts'

/** A channel that text of a tagged format can begin in. */
export type StartChannel = 'reasoning' | 'answer'

/** Where the text of an answer begins, and what becomes of text while that is open. */
export interface StartPlan {
  /** `unknown`: text is held until a delimiter, a limit or the end decides. */
  start: StartChannel | 'unknown'
  /** The evidence that decided. */
  by: StartEvidence
  /** Of `unknown`: how much text is held, in UTF-16 units, and what it becomes at that limit or when time is up. */
  maxHeldChars: number
  atLimit: StartChannel
  /** What undecided text becomes when the answer ended by itself, and when it was cut off (`length`). */
  atStop: StartChannel
  atCut: StartChannel
  /** Of `unknown`: what text before a call in text form is, and text with the model's own service tokens, which no server has split. */
  beforeCall: StartChannel
  ifRaw: StartChannel
  /** Of `unknown`: whether an opener decides. False: the prompt may have had one already, so that only a closer does. */
  openerDecides: boolean
  /** Of `reasoning`: a thought that never closed, in an answer that ended by itself, is given again as the answer. */
  givesBack: boolean
  /** Tags are text unless an opener and its closer stand for a whole block: the server has split this answer already. */
  tagsAreText: boolean
  /** A closer in quotation marks is text, also where the client may not see reasoning: the server has said that no thought was open. */
  quotesAreText: boolean
}

/** What can decide, strongest first. `nothing`: the text itself has to. */
export type StartEvidence =
  | 'field'
  | 'operator'
  | 'conversation'
  | 'prompt'
  | 'server splits'
  | 'server closed'
  | 'thinking off'
  | 'fields seen'
  | 'closers seen'
  | 'no closers seen'
  | 'contradictory'
  | 'nothing'
  | 'row'

/** What is known before the first character. */
export interface StartQuestion {
  origin: Origin
  /** Where texts of the model begin as far as its name tells. `never`: it does not think. Undefined: its name tells nothing. */
  row: StartChannel | 'never' | undefined
  /** Whether the request switched thinking on or off, in a way that the model's template knows. */
  thinking?: boolean | undefined
  /** The client may not see reasoning. */
  guarded: boolean
  /** The answer goes out in one piece. */
  whole: boolean
  /** The wire format has fields for reasoning, and its provider is known to use them. */
  native: boolean
}

/** Most text that is held for the end of an answer, in UTF-16 units: longer ones are none that a model writes. */
const mostHeld = 4_194_304

/** How many answers with a field show that a server splits, where a client may not see reasoning: with mixed replicas one or two do not. */
const trustedFields = 3

/** How many answers without a bare closer show that there are none, where a client may see reasoning. */
const trustedPlain = 3

const certain = (start: StartChannel, by: StartEvidence, how?: Partial<StartPlan>): StartPlan => ({
  start,
  by,
  maxHeldChars: mostHeld,
  atLimit: 'reasoning',
  atStop: start,
  atCut: start,
  beforeCall: start,
  ifRaw: start,
  openerDecides: true,
  givesBack: false,
  tagsAreText: false,
  quotesAreText: false,
  ...how,
})

/** The plan of evidence that needs no text. */
export const startsIn = certain

const holds = (by: StartEvidence, how: Partial<StartPlan>): StartPlan =>
  certain('answer', by, { start: 'unknown', atCut: 'reasoning', ...how })

/**
 * Decides where a text begins that came over a wire, from the strongest evidence that there is. ADR 24 has the table, and what each cell costs.
 *
 * Only what the server writes lowers a guard: its description, its prompt, its fields. What a text shows raises it, as a client can have a model
 * write any tag. Where the client may not see reasoning, an answer may come late for it, and is not lost.
 */
export function decideStart(question: StartQuestion): StartPlan {
  const { origin, guarded, row, native } = question
  const { says, seen } = origin
  const contradicted = seen?.contradicted === true
  const hadClosers = seen?.hadClosers === true
  if (says === 'open') return provenOpen(question)
  if (!contradicted && native) return split(question, 'server splits')
  // One bare closer speaks against what a server says, too, whether or not it ever sent a field.
  if (!contradicted && says === 'splits')
    return hadClosers ? undecided(question, 'contradictory', 'answer') : split(question, 'server splits')
  if (says === 'closed') return closed(question, hadClosers)
  if (says === 'off' || question.thinking === false) return off(question, hadClosers)
  if (seen !== undefined && !contradicted && seen.fields >= (guarded ? trustedFields : 1)) return split(question, 'fields seen')
  if (contradicted) return undecided(question, 'contradictory', 'reasoning')
  if (seen !== undefined && seen.closers > 0) return closers(question, seen)
  if (row === 'never') return certain('answer', 'row')
  if (seen !== undefined && answersSeen(seen) >= trustedPlain && !hadClosers) return plainSeen(question)
  return undecided(question, 'nothing', row ?? 'answer')
}

/** The thought is certainly open: only its closer shows an answer. */
function provenOpen({ origin, guarded, whole }: StartQuestion): StartPlan {
  const atStop = origin.unclosed === 'answer' ? 'answer' : 'reasoning'
  if (guarded || whole) return holds('prompt', { openerDecides: !guarded, atStop, beforeCall: 'reasoning', ifRaw: 'reasoning' })
  return certain('reasoning', 'prompt', { givesBack: atStop === 'answer' })
}

/** The server splits by itself. A whole answer can wait for what its text shows. */
function split({ origin, guarded, whole, thinking, native }: StartQuestion, by: StartEvidence): StartPlan {
  // Where every answer had a field, one without may come from another server.
  const isNews = guarded && !native && thinking !== false && origin.seen?.alwaysFields === true
  const how = { atCut: 'answer', quotesAreText: !isNews } as const
  if (whole) return holds(by, how)
  return isNews ? holds(by, { ...how, openerDecides: false }) : certain('answer', by, how)
}

function closed(question: StartQuestion, hadClosers: boolean): StartPlan {
  if (hadClosers) return undecided(question, 'server closed', 'answer')
  const how = { atCut: 'answer', quotesAreText: true } as const
  return question.whole ? holds('server closed', how) : certain('answer', 'server closed', how)
}

/** Servers and models pass a switch over. */
function off(question: StartQuestion, hadClosers: boolean): StartPlan {
  const { guarded, whole, origin } = question
  if (guarded && !whole && !hadClosers && origin.trustsOff === true) return certain('answer', 'thinking off')
  if (!guarded && !whole && hadClosers) return certain('reasoning', 'thinking off', { givesBack: true })
  const atCut = !guarded || (origin.says === 'off' && !hadClosers) ? 'answer' : 'reasoning'
  return { ...undecided(question, 'thinking off', 'answer'), openerDecides: true, atCut }
}

function closers(question: StartQuestion, { plain, openers }: Seen): StartPlan {
  const { guarded, whole } = question
  if (guarded || whole || plain + openers > 0) return { ...undecided(question, 'closers seen', 'reasoning'), openerDecides: !guarded }
  return certain('reasoning', 'closers seen', { givesBack: true })
}

/** Clients can bring about answers without a closer: at a guard they show nothing. */
function plainSeen(question: StartQuestion): StartPlan {
  const { guarded, whole } = question
  return guarded || whole ? undecided(question, 'no closers seen', 'answer') : certain('answer', 'no closers seen')
}

/** @param believed - What text is past the limit, and when it is cut off, where the client may see reasoning. */
function undecided({ origin, guarded, whole, row }: StartQuestion, by: StartEvidence, believed: StartChannel | 'never'): StartPlan {
  const likely = believed === 'reasoning' ? 'reasoning' : 'answer'
  const isKnown = by === 'thinking off' || by === 'server closed'
  const common: Partial<StartPlan> = {
    beforeCall: isKnown || row === 'answer' || row === 'never' ? 'answer' : 'reasoning',
    ifRaw: !isKnown && row === 'reasoning' ? 'reasoning' : 'answer',
  }
  if (guarded) return holds(by, { ...common, openerDecides: row !== 'reasoning' && by !== 'contradictory' })
  const shown: Partial<StartPlan> = { ...common, atLimit: likely, atCut: likely, givesBack: likely === 'reasoning' }
  return holds(by, whole ? shown : { ...shown, maxHeldChars: origin.maxHeldChars ?? 400 })
}
