import { createDelimiters, type Delimiters, type Stage } from '@reason/core'
import type { BlockStartPart, Channel, DeltaPart } from '@reason/core/parts'
import { AnswerCode } from '../text/answer-code.ts'
import { residueWarnings, type AnswerResidue } from '../answer-residue.ts'
import { readyDelimiters, type StructuralDelimiter } from '../text/delimiters.ts'
import { isLeak, noteLeak, noteServiceToken } from '../ledger.ts'
import { createLiteralScan } from '../text/literal-scan.ts'
import { isQuoted } from '../text/mention.ts'
import { createStage, type MakeStep, type PolicyStep } from '../chain/step.ts'

/**
 * Removes service tokens from the text: the exact spellings in a passport, even if the network cut them, and tokens that form when another one is
 * removed. Removed tokens become markup.
 *
 * The first token of each spelling in a block causes a `service-token` warning, whose `block` identifies the channel. Every token is counted. Tool text
 * stays unchanged. So does a token in quotation marks, or in Markdown code of an answer, if text follows.
 *
 * @param tokens - Exact spellings, none empty.
 */
export function serviceTokens(tokens: readonly string[]): Stage {
  // A string instead of a list would remove each of its characters. An untyped program may pass one.
  if (!Array.isArray(tokens)) throw new TypeError(`serviceTokens() takes a list of tokens, not ${typeof tokens}: ['<|im_end|>'].`)
  return createStage([serviceTokenStep(tokens)])
}

interface Ready {
  delimiters: readonly (string | StructuralDelimiter)[]
  literals: Delimiters
  /** Delimiters that begin with a token, by spelling. */
  longer: ReadonlyMap<string, StructuralDelimiter>
}

/** Prepared lists, because the preparation costs more than a short answer, and there are more answers than passports. */
const ready = new WeakMap<readonly string[], Ready>()

function readyTokens(tokens: readonly string[], delimiters: Ready['delimiters']): Ready {
  let made = ready.get(tokens)
  if (made?.delimiters !== delimiters) {
    const longer = readyDelimiters(delimiters).list.filter(({ text }) => tokens.some((token) => text.startsWith(token) && text !== token))
    made = {
      delimiters,
      literals: createDelimiters([...tokens, ...longer.map(({ text }) => text)]),
      longer: new Map(longer.map((delimiter) => [delimiter.text, delimiter])),
    }
    ready.set(tokens, made)
  }
  return made
}

const noDelimiters: Ready['delimiters'] = []

/** Residue that a removed delimiter reports, by its channel. */
const residues: Partial<Record<Channel, AnswerResidue>> = { reasoning: 'analysis_in_final', commentary: 'commentary_in_final' }

/** @param delimiters - Those that begin with a token are removed whole, including the channel or role name that would be left over. */
export function serviceTokenStep(tokens: readonly string[], delimiters = noDelimiters): MakeStep {
  return (emit, { of, ledger, isJson }) => {
    const { literals, longer } = readyTokens(tokens, delimiters)
    const scan = createLiteralScan<DeltaPart>({
      literals,
      looksAhead: true,
      pass(text, part) {
        if (part.channel === 'answer') code.add(text)
        emit(text === part.text ? part : { ...part, text })
      },
      // Inserted text is not part of the input, so it yields no markup.
      take: (text, part) => void (part.inserted !== true && emit({ type: 'markup', text, of: 'service', ...of })),
      found(token, { block, channel }, beside) {
        const isAnswer = channel === 'answer'
        // At the end of a text, the token ended the turn, even if code was still open.
        if ((beside.after !== undefined || (isAnswer && isJson)) && (isQuoted(beside) || (isAnswer && code.isCode()))) return false
        noteServiceToken(ledger, channel)
        const owner = longer.get(token)?.channel
        const residue = channel === 'answer' && owner !== undefined ? residues[owner] : undefined
        if (residue !== undefined && isLeak(residue)) noteLeak(ledger, residue)
        if (warned?.has(token) === true) return true
        warned ??= new Set()
        warned.add(token)
        const about = { block, ...excerpt(token), ...of }
        return [
          { type: 'warning', code: 'service-token', message: `Removed from the ${channel}: ${token}`, ...about },
          ...(residue === undefined ? [] : [{ type: 'warning', ...residueWarnings[residue], ...about } as const]),
        ]
      },
      emit,
    })
    const code = new AnswerCode(isJson)
    /** Tokens that caused a warning in this block. */
    let warned: Set<string> | undefined
    let open: BlockStartPart | undefined

    const step: PolicyStep = (part) => {
      switch (part.type) {
        case 'delta':
          if (isToolText(part)) return emit(part)
          if (part.mention === true) {
            scan.flush()
            return emit(part)
          }
          return scan.text(part.text, part)
        case 'markup':
        case 'tool-call-delta':
          return scan.other(part)
        case 'block-start':
          scan.flush()
          open = part
          warned = undefined
          code.restart()
          return emit(part)
        case 'block-end':
        case 'tool-call-start':
        case 'finish':
        case 'end':
          scan.flush()
          return emit(part)
        default:
          return emit(part)
      }
    }
    step.passes = passes
    return step

    function passes(part: DeltaPart): boolean {
      return isToolText(part) || (part.mention === true ? scan.passes('') : scan.passes(part.text))
    }

    function isToolText({ block }: DeltaPart): boolean {
      return open?.block === block && open.kind === 'tool-text'
    }
  }
}

const excerpt = (token: string): { excerpt?: string } => (token.length > 64 ? {} : { excerpt: token })
