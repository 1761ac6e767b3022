import type { Splitter, StreamContext } from '@reason/core'
import type { StartPlan } from '@reason/core/start'
import { createDoubtedSplitter } from './doubted.ts'
import { createGivingBackSplitter } from './giving-back.ts'
import { createJsonSplitter } from './json-splitter.ts'
import type { Protocol } from './protocol.ts'
import type { DecidedStart } from './start.ts'
import { createTagMachine } from './machine/tag-machine.ts'
import { createUndecidedSplitter } from './undecided.ts'

/** The machine itself, or what holds text until it is known where the machine has to begin, or what the text was. */
export function createThinkTagsSplitter(ofModel: Protocol, plan: StartPlan, context: StreamContext = {}): Splitter {
  const { guarded = false, whole = false, grammar, wireReasoning, thinking, origin } = context
  /** Nothing but the text says that a thought was open. */
  const isUnproven = origin !== undefined && plan.by !== 'prompt' && plan.by !== 'operator'
  const mayBeAnswer = whole && !guarded && isUnproven && !plan.tagsAreText && ofModel.config.unclosed === 'reasoning'
  // Its server has split: an opener that nothing closes is what the answer speaks of, also where a whole block is not trusted to be.
  const isSplit = wireReasoning === true && origin !== undefined && ofModel.config.unclosed === 'reasoning'
  const ofWire = isSplit ? ofModel.exactPairs() : wireReasoning === true ? ofModel.exactTags() : ofModel
  const protocol = plan.tagsAreText ? ofModel.afterSplit() : mayBeAnswer ? ofWire.asWhole() : ofWire
  const { enabled, orphanClose } = protocol.config
  if (!enabled) return createMachine({ channel: 'answer', orphaned: false })
  const isLiteral = orphanClose === 'literal'
  // A grammar is evidence and no proof: servers pass it over, and let the model think first. JSON shows by its first character that it held.
  const isInDoubt = grammar === true && wireReasoning !== true && plan.start !== 'answer'
  // Of text that a server may have split, parts are held, not text: a call, and a pair of tags, are known for what they are.
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
    // Until the value is over, or time is up: it costs the first answers of a model, as three that had no closer tell.
    const maxHeldChars = whole ? Number.POSITIVE_INFINITY : guarded ? plan.maxHeldChars : ofModel.config.maxHeldChars
    return createJsonSplitter({ guarded, maxHeldChars, ofJson: fromAnswer, ofText })
  }

  function doubted(inner: Splitter): Splitter {
    return createDoubtedSplitter(inner, {
      plan,
      whole,
      afterClose: protocol.drop.afterClose,
      answerEnds: protocol.config.answerEnds,
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

  /** @param from - So much of the text has been read. */
  function readText(from = 0): Splitter {
    const { start } = plan
    if (start === 'unknown') return hold(false, from)
    if (start === 'answer' && orphanClose === 'reclassify') return hold(true, from)
    return createMachine({ channel: start, orphaned: false }, true)
  }

  function hold(isAnswer: boolean, from: number): Splitter {
    const longer = { ...plan, maxHeldChars: from + plan.maxHeldChars }
    return createUndecidedSplitter(protocol, longer, { isAnswer }, createMachine)
  }

  function createMachine(decided: DecidedStart, isGuess = false): Splitter {
    // With thinking off a closer is left over from the prompt, and the answer behind it need not wait.
    // What the evidence has made reasoning is no answer.
    const unclosed = mayBeAnswer ? !(isGuess && decided.channel === 'reasoning') : undefined
    const mayStartEmpty = protocol.config.emptyStart === 'hold' && thinking !== false
    return createTagMachine(protocol, decided, {
      mayStartEmpty,
      guarded,
      mayBeAnswer: unclosed,
      rawIsThought: plan.ifRaw === 'reasoning',
      isGuess: isGuess && origin !== undefined && (decided.channel === 'answer' || isUnproven),
      hasGrammar: grammar === true,
      quotesHide: guarded && !plan.quotesAreText,
      isSplit: wireReasoning === true,
    })
  }
}
