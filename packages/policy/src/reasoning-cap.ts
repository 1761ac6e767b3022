import type { Channel, DeltaPart, Governor, Part, Stage } from '@reason/core'
import { charactersPerToken, createLedger, type Ledger } from './ledger.ts'
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
export const capReasoning = (options: ReasoningCapOptions): Stage => createStage(reasoningCapStep(options, createLedger()))

/** @param warns - False where a governor says it. */
export function reasoningCapStep({ maxTokens, action }: ReasoningCapOptions, ledger: Ledger, warns = true): MakeStep {
  const maxCharacters = maxTokens * charactersPerToken

  return (emit, of) => {
    let seen = 0
    let capped = false
    /** The block of the input that is open, as it goes out. */
    let open: { block: number; counts: boolean; suppressed: boolean; as: Channel; out: number } | undefined
    /** Blocks that were put in, and so how far later ones are shifted. */
    let shift = 0

    return (part) => {
      switch (part.type) {
        case 'block-start': {
          const counts = part.channel === 'reasoning' && part.kind !== 'summary' && part.kind !== 'hidden'
          const beyond = counts && capped
          const as = beyond && action === 'answer' ? 'answer' : part.channel
          open = { block: part.block, counts, suppressed: beyond && action === 'suppress', as, out: part.block + shift }
          if (open.suppressed) return
          if (!beyond) return emit(shifted(part))
          const { kind: _, ...start } = part
          return emit({ ...start, channel: as, block: open.out })
        }
        case 'delta':
          if (open === undefined || open.block !== part.block || !open.counts) return emit(shifted(part))
          return cut(part, open)
        case 'block-end': {
          if (open === undefined || open.block !== part.block) return emit(shifted(part))
          const { suppressed, as, out } = open
          open = undefined
          return suppressed ? undefined : emit({ ...part, channel: as, block: out })
        }
        default:
          return emit(shifted(part))
      }
    }

    function cut(part: DeltaPart, block: NonNullable<typeof open>): void {
      if (part.inserted === true) return capped ? undefined : emit(shifted(part))
      const left = maxCharacters - seen
      seen += part.text.length
      if (!capped && part.text.length <= left) return emit(shifted(part))
      const at = capped ? 0 : wholeCharacters(part.text, left)
      if (at > 0) emit({ ...part, text: part.text.slice(0, at), block: block.out })
      if (!capped) begin(block)
      const rest = part.text.slice(at)
      ledger.capped(rest.length)
      if (action === 'suppress') emit({ type: 'markup', text: rest, of: 'dropped', ...of })
      else emit({ ...part, text: rest, block: block.out, channel: 'answer' })
    }

    function begin(block: NonNullable<typeof open>): void {
      capped = true
      if (warns) {
        const what = action === 'answer' ? 'became the answer' : 'is not shown'
        const message = `The reasoning reached ${maxTokens} tokens; the rest ${what}.`
        emit({ type: 'warning', code: 'reasoning-capped', message, block: block.out, ...of })
      }
      if (action === 'suppress') return
      emit({ type: 'block-end', block: block.out, channel: 'reasoning', boundary: 'limit', ...of })
      shift++
      block.out++
      block.as = 'answer'
      emit({ type: 'block-start', block: block.out, channel: 'answer', ...of })
    }

    function shifted(part: Part): Part {
      return shift > 0 && 'block' in part && part.block !== undefined ? { ...part, block: part.block + shift } : part
    }
  }
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
