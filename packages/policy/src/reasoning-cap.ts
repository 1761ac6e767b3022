import type { Channel, DeltaPart, Governor, Part, Stage } from '@reason/core'
import { charactersPerToken } from './ledger.ts'
import { createStage, type MakeStep } from './step.ts'
import { wholeCharacters } from './whole-characters.ts'

export interface ReasoningCapOptions {
  /** Most reasoning tokens of one generation, four characters each, so that the cut falls at the same place however the text comes. Integer, 0 or more. */
  maxTokens: number
  /**
   * What becomes of the rest. `suppress`: it is not shown. `answer`: it is passed on as answer, as programs that knew only a marker
   * did: reasoning is shown as answer then, which is why it has to be asked for by name.
   */
  action: 'suppress' | 'answer'
}

/** Cuts the model's own reasoning off. Summaries are digests of a provider's, and pass. The first cut is a `reasoning-capped` warning. */
export function capReasoning(options: ReasoningCapOptions): Stage {
  // Without types, half of them would cap nothing.
  const { maxTokens, action } = Object(options) as Partial<ReasoningCapOptions>
  if (!Number.isInteger(maxTokens) || maxTokens! < 0 || (action !== 'suppress' && action !== 'answer'))
    throw new TypeError("capReasoning() takes { maxTokens, action }: a whole number, 0 or more, and 'suppress' or 'answer'.")
  return createStage([reasoningCapStep(options)])
}

/** @param warns - False where a governor says it. */
export function reasoningCapStep({ maxTokens, action }: ReasoningCapOptions, warns = true): MakeStep {
  const maxCharacters = maxTokens * charactersPerToken

  return (emit, { of, ledger }) => {
    let seen = 0
    let capped = false
    /** Blocks of the input as they go out. Those of some providers are open side by side. */
    const blocks = new Map<number, OutBlock>()
    /** Blocks that were put in, and so how far later ones are shifted. */
    let shift = 0
    let highest = -1

    return (part) => {
      switch (part.type) {
        case 'block-start': {
          const counts = part.channel === 'reasoning' && part.kind !== 'summary' && part.kind !== 'hidden'
          const beyond = counts && capped
          const as = beyond && action === 'answer' ? 'answer' : part.channel
          const block = { counts, suppressed: beyond && action === 'suppress', as, out: part.block + shift }
          blocks.set(part.block, block)
          highest = Math.max(highest, block.out)
          if (block.suppressed) return
          if (!beyond) return emit(renumbered(part))
          const { kind: _, ...start } = part
          return emit({ ...start, channel: as, block: block.out })
        }
        case 'delta': {
          const block = blocks.get(part.block)
          return block?.counts === true ? cut(part, block) : emit(renumbered(part))
        }
        case 'block-end': {
          const block = blocks.get(part.block)
          if (block === undefined) return emit(renumbered(part))
          return block.suppressed ? undefined : emit({ ...part, channel: block.as, block: block.out })
        }
        default:
          return emit(renumbered(part))
      }
    }

    function cut(part: DeltaPart, block: OutBlock): void {
      if (part.inserted === true) return capped ? undefined : emit(renumbered(part))
      const left = maxCharacters - seen
      seen += part.text.length
      if (!capped && part.text.length <= left) return emit(renumbered(part))
      const at = capped ? 0 : wholeCharacters(part.text, left)
      if (at > 0) emit({ ...part, text: part.text.slice(0, at), block: block.out })
      if (!capped) warn(block)
      if (action === 'answer' && block.as !== 'answer') becomeAnswer(block)
      const rest = part.text.slice(at)
      ledger.cappedCharacters += rest.length
      if (action === 'suppress') emit({ type: 'markup', text: rest, of: 'dropped', ...of })
      else emit({ ...part, text: rest, block: block.out, channel: 'answer' })
    }

    function warn(block: OutBlock): void {
      capped = true
      if (!warns) return
      const what = action === 'answer' ? 'became the answer' : 'is not shown'
      const message = `The reasoning reached ${maxTokens} tokens; the rest ${what}.`
      emit({ type: 'warning', code: 'reasoning-capped', message, block: block.out, ...of })
    }

    function becomeAnswer(block: OutBlock): void {
      emit({ type: 'block-end', block: block.out, channel: 'reasoning', boundary: 'limit', ...of })
      shift++
      block.out = ++highest
      block.as = 'answer'
      emit({ type: 'block-start', block: block.out, channel: 'answer', ...of })
    }

    function renumbered(part: Part): Part {
      if (shift === 0 || !('block' in part) || part.block === undefined) return part
      return { ...part, block: blocks.get(part.block)?.out ?? part.block + shift }
    }
  }
}

interface OutBlock {
  counts: boolean
  suppressed: boolean
  as: Channel
  /** Its number. */
  out: number
}

/** Asks for an answer when the reasoning has reached its cap (`stop-reasoning`), once a choice. */
export function capGovernor(maxTokens: number): Governor {
  const seen = new Map<number, number>()
  const counted = new Set<string>()
  const stopped = new Set<number>()
  return {
    id: 'reasoning-cap',
    onPart(part) {
      if (part.type === 'block-start' && part.channel === 'reasoning' && part.kind !== 'summary' && part.kind !== 'hidden')
        counted.add(`${part.choice ?? 0} ${part.block}`)
      if (part.type !== 'delta' || part.channel !== 'reasoning' || part.inserted === true) return 'continue'
      const choice = part.choice ?? 0
      if (stopped.has(choice) || !counted.has(`${choice} ${part.block}`)) return 'continue'
      const now = (seen.get(choice) ?? 0) + part.text.length
      seen.set(choice, now)
      if (now <= maxTokens * charactersPerToken) return 'continue'
      stopped.add(choice)
      return {
        verdict: 'stop-reasoning',
        warning: { code: 'reasoning-capped', message: `The reasoning reached ${maxTokens} tokens and is stopped.` },
      }
    },
  }
}
