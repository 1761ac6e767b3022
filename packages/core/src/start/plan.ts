import { answersSeen, type Origin, type Seen } from './evidence.ts'

/** A channel in which text of a tagged format can begin. */
export type StartChannel = 'reasoning' | 'answer'

/** Where an answer's text begins, and how text is treated until that is decided. */
export interface StartPlan {
  /** First channel. `unknown`: text is held until a delimiter, a limit or the end decides. */
  start: StartChannel | 'unknown'
  by: StartEvidence
  /** For `unknown`: how much text is held, in UTF-16 units, and its channel if the limit or the timeout is reached. */
  maxHeldChars: number
  atLimit: StartChannel
  /** Channel of undecided text if the answer ended by itself, and if it was cut off (`length`). */
  atStop: StartChannel
  atCut: StartChannel
  /** For `unknown`: channel of text before a call in text form, and of text with the model's own service tokens. Such tokens show that no server split it. */
  beforeCall: StartChannel
  ifRaw: StartChannel
  /** For `unknown`: whether an opener decides. False: the prompt may have contained one already, so only a closer decides. */
  openerDecides: boolean
  /** For `reasoning`: whether a thought that never closed is repeated as the answer, if the answer ended by itself. */
  givesBack: boolean
  /** Whether tags are text unless an opener and its closer enclose a whole block, because the server has already split this answer. */
  tagsAreText: boolean
  /** Whether a closer in quotation marks is text even if the client may not see reasoning, because the server stated that no thought was open. */
  quotesAreText: boolean
}

/** Kinds of evidence, the strongest first. `nothing`: only the text itself decides. */
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

/** Facts known before the first character. */
export interface StartQuestion {
  origin: Origin
  /**
   * Where this model's texts begin, by its name. `likely reasoning`: the model thinks in nearly every answer, but only some of its prompts open the
   * thought. `never`: the model does not think. Undefined: the name says nothing.
   */
  row: StartChannel | 'likely reasoning' | 'never' | undefined
  /** Whether the request switched thinking on or off with a switch that the model's template supports. */
  thinking?: boolean | undefined
  /** Whether the client may not see reasoning. */
  guarded: boolean
  /** Whether the answer is sent in one piece. */
  whole: boolean
  /** Whether the wire format has fields for reasoning, and the provider is known to use them. */
  native: boolean
}

/** Limit of text held until the end of an answer, in UTF-16 units. No model writes longer answers. */
const mostHeld = 4_194_304

/** Answers with a field that prove that a server splits, if the client may not see reasoning. With mixed replicas, one or two answers prove nothing. */
const trustedFields = 3

/** Answers without a bare closer that prove that there are none, if the client may see reasoning. */
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

/** Plan for evidence that decides without any text. */
export const startsIn = certain

const holds = (by: StartEvidence, how: Partial<StartPlan>): StartPlan =>
  certain('answer', by, { start: 'unknown', atCut: 'reasoning', ...how })

/**
 * Decides where a text that came over a wire begins, by the strongest evidence. ADR 24 has the table and the cost of each cell.
 *
 * Only the server's own output (description, prompt, fields) lowers a guard. The text can only raise it, because a client can make a model write any
 * tag. If the client may not see reasoning, an answer may arrive late, but is not lost.
 */
export function decideStart(question: StartQuestion): StartPlan {
  const { origin, guarded, row, native } = question
  const { says, seen } = origin
  const contradicted = seen?.contradicted === true
  const hadClosers = seen?.hadClosers === true
  if (says === 'open') return provenOpen(question)
  if (!contradicted && native) return split(question, 'server splits')
  // A single bare closer contradicts the server's statement, whether or not the server ever sent a field.
  if (!contradicted && says === 'splits')
    return hadClosers ? undecided(question, 'contradictory', 'answer') : split(question, 'server splits')
  if (says === 'closed') return closed(question, hadClosers)
  if (says === 'off' || question.thinking === false) return off(question, hadClosers)
  if (seen !== undefined && !contradicted && seen.fields >= (guarded ? trustedFields : 1)) return split(question, 'fields seen')
  if (contradicted) return undecided(question, 'contradictory', 'reasoning')
  if (seen !== undefined && seen.closers > 0) return closers(question, seen)
  if (row === 'never') return certain('answer', 'row')
  if (seen !== undefined && answersSeen(seen) >= trustedPlain && !hadClosers) return plainSeen(question)
  return undecided(question, 'nothing', row === 'likely reasoning' ? 'reasoning' : (row ?? 'answer'))
}

/** The thought is certainly open, so only its closer begins the answer. */
function provenOpen({ origin, guarded, whole }: StartQuestion): StartPlan {
  const atStop = origin.unclosed === 'answer' ? 'answer' : 'reasoning'
  if (guarded || whole) return holds('prompt', { openerDecides: !guarded, atStop, beforeCall: 'reasoning', ifRaw: 'reasoning' })
  return certain('reasoning', 'prompt', { givesBack: atStop === 'answer' })
}

/** The server splits. A whole answer can wait for evidence in its text. */
function split({ origin, guarded, whole, thinking, native }: StartQuestion, by: StartEvidence): StartPlan {
  // If every earlier answer had a field, an answer without one may come from another server.
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

/** Servers and models may ignore a switch. Then every answer has a closer. */
function off(question: StartQuestion, hadClosers: boolean): StartPlan {
  const { guarded, whole, origin } = question
  if (guarded && !whole && !hadClosers && origin.trustsOff === true) return certain('answer', 'thinking off')
  if (!guarded && !whole && hadClosers && origin.seen?.plain === 0 && origin.seen.obeysOff !== true)
    return certain('reasoning', 'thinking off', { givesBack: true })
  const atCut = !guarded || (origin.says === 'off' && !hadClosers) ? 'answer' : 'reasoning'
  return { ...undecided(question, 'thinking off', 'answer'), openerDecides: true, atCut }
}

function closers(question: StartQuestion, { plain, openers }: Seen): StartPlan {
  const { guarded, whole } = question
  if (guarded || whole || plain + openers > 0) return { ...undecided(question, 'closers seen', 'reasoning'), openerDecides: !guarded }
  return certain('reasoning', 'closers seen', { givesBack: true })
}

/** Clients can cause answers without a closer, so such answers are no evidence if a guard is set. */
function plainSeen(question: StartQuestion): StartPlan {
  const { guarded, whole } = question
  return guarded || whole ? undecided(question, 'no closers seen', 'answer') : certain('answer', 'no closers seen')
}

/** @param believed - Channel of text past the limit, and of text that is cut off, if the client may see reasoning. */
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
