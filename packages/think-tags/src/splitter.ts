import type { Splitter, StreamContext } from '@reason/core'
import type { StartPlan } from '@reason/core/start'
import { byFirstSign } from './holding/by-first-sign.ts'
import { createDoubtedSplitter } from './holding/doubted.ts'
import { createGivingBackSplitter } from './holding/giving-back.ts'
import { createJsonSplitter } from './holding/json-splitter.ts'
import type { Protocol } from './protocol.ts'
import { isPromptOpen, statesClosed, type DecidedStart } from './start.ts'
import { createTagMachine } from './machine/tag-machine.ts'
import { createUndecidedSplitter } from './holding/undecided.ts'
import { UndelimitedText } from './holding/undelimited.ts'

/** Creates the splitter. Beside a reasoning field, text that should be JSON and begins otherwise is held: the server may have split too early. */
export function createThinkTagsSplitter(ofModel: Protocol, plan: StartPlan, context: StreamContext = {}): Splitter {
  const { grammar, guarded, wireReasoning, whole = false, origin } = context
  const create = (): Splitter => createTextSplitter(ofModel, plan, context)
  const isJson = grammar === true && wireReasoning === true && origin !== undefined && plan.start === 'answer'
  if (isJson) return byFirstSign(create, () => createTextSplitter(ofModel, { ...plan, start: 'unknown' }, { ...context, grammar: false }))
  return guarded !== true && isSplitAnswer(plan, ofModel) ? new UndelimitedText(ofModel.afterSplit().tables, whole, create) : create()
}

/** Whether a server has split the text, so that all of it is an answer unless a delimiter shows otherwise. */
const isSplitAnswer = ({ start, atStop, tagsAreText, givesBack }: StartPlan, { config }: Protocol): boolean =>
  config.enabled && tagsAreText && start === 'answer' && atStop === 'answer' && !givesBack

/** Creates the tag machine, wrapped if necessary in splitters that hold text until its start or its channel is known. */
function createTextSplitter(ofModel: Protocol, plan: StartPlan, context: StreamContext): Splitter {
  const { guarded = false, whole = false, grammar, wireReasoning, thinking, origin } = context
  /** Only the text itself shows that a thought was open. */
  const isUnproven = origin !== undefined && plan.by !== 'prompt' && plan.by !== 'operator'
  const mayBeAnswer = whole && !guarded && isUnproven && !plan.tagsAreText && ofModel.config.unclosed === 'reasoning'
  // The server has split the text, so the answer merely mentions an unclosed opener, even if whole blocks are not trusted to be text.
  const isSplit = wireReasoning === true && origin !== undefined && ofModel.config.unclosed === 'reasoning'
  const ofWire = isSplit ? ofModel.exactPairs() : wireReasoning === true ? ofModel.exactTags() : ofModel
  const protocol = plan.tagsAreText ? ofModel.afterSplit() : mayBeAnswer ? ofWire.asWhole() : ofWire
  const { enabled, orphanClose } = protocol.config
  if (!enabled) return createMachine({ channel: 'answer', orphaned: false })
  const isLiteral = orphanClose === 'literal'
  // A grammar is evidence but no proof, because servers may ignore it and let the model think first. The first character of JSON shows that it held.
  const isInDoubt = grammar === true && wireReasoning !== true && plan.start !== 'answer'
  // For text that a server may have split, parts are held instead of text: a call and a pair of tags are then known.
  const isOpen = origin !== undefined && plan.start === 'unknown'
  const splitter =
    isLiteral || !((guarded && (whole || isOpen)) || (plan.tagsAreText && whole))
      ? orJson(readText)
      : orJson(() => doubted(isOpen ? fromAnswer() : readText()))
  const isShown = !guarded && !whole
  const givesBlock = isUnproven && !plan.tagsAreText
  const mayGiveBack = isShown
    ? plan.givesBack || givesBlock
    : origin !== undefined && !plan.tagsAreText && ofModel.config.unclosed === 'reasoning'
  if (!mayGiveBack) return splitter
  return createGivingBackSplitter(splitter, { plan, givesGuess: isShown && plan.givesBack, givesBlock: isShown && givesBlock, asAnswer })

  function orJson(ofText: (from: number) => Splitter): Splitter {
    if (!isInDoubt) return ofText(0)
    // Holds until the end of the JSON value, or a timeout. Holding delays only a model's first answers, until three had no closer.
    const maxHeldChars = whole ? Number.POSITIVE_INFINITY : guarded ? plan.maxHeldChars : ofModel.config.maxHeldChars
    return createJsonSplitter({ guarded, maxHeldChars, ofJson: fromAnswer, ofText })
  }

  function doubted(inner: Splitter): Splitter {
    return createDoubtedSplitter(inner, {
      plan,
      whole,
      guarded,
      afterClose: protocol.drop.afterClose,
      answerEnds: protocol.config.answerEnds,
      isOwnCloser: (tag) => protocol.tables.ends[protocol.tables.promptPair]!.scanner.matchAt(tag, 0, true).index !== -1,
      isSplit: wireReasoning === true,
    })
  }

  function fromAnswer(): Splitter {
    return createMachine({ channel: 'answer', orphaned: false })
  }

  function asAnswer(text: string): string {
    const machine = fromAnswer()
    return [...machine.push(text), ...machine.end()]
      .map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : ''))
      .join('')
  }

  /** @param from - Length of the text that was already read. */
  function readText(from = 0): Splitter {
    const { start } = plan
    if (start === 'unknown') return hold(false, from)
    if (start === 'answer' && orphanClose === 'reclassify') return hold(true, from)
    return createMachine({ channel: start, orphaned: false }, true)
  }

  function hold(isAnswer: boolean, from: number): Splitter {
    const longer = { ...plan, maxHeldChars: from + plan.maxHeldChars }
    return createUndecidedSplitter(protocol, longer, { isAnswer, namesClosers: !guarded && origin !== undefined }, createMachine)
  }

  function createMachine(decided: DecidedStart, isGuess = false): Splitter {
    // With thinking off, an early closer is left over from the prompt, so the answer after it need not wait. Reasoning that is based on evidence is no
    // answer.
    const unclosed = mayBeAnswer ? !(isGuess && decided.channel === 'reasoning') : undefined
    const mayThink = origin !== undefined && (isPromptOpen(plan) || (guarded && plan.start === 'unknown' && !statesClosed(plan)))
    const mayStartEmpty = (protocol.config.emptyStart === 'hold' || mayThink) && thinking !== false
    return createTagMachine(protocol, decided, {
      mayStartEmpty,
      guarded,
      mayBeAnswer: unclosed,
      rawIsThought: plan.ifRaw === 'reasoning',
      isGuess: isGuess && origin !== undefined && (decided.channel === 'answer' || isUnproven),
      hasGrammar: grammar === true,
      quotesHide: guarded && !plan.quotesAreText,
      enclosedHides:
        guarded && !plan.quotesAreText && (origin === undefined || plan.atStop === 'reasoning' || origin.seen?.hadClosers === true),
      isSplit: wireReasoning === true,
    })
  }
}
