import { createDelimiters, type Delimiters, type Stage } from '@reason/core'
import type { BlockStartPart, Channel, DeltaPart } from '@reason/core/parts'
import { createCodeTracker, type CodeTracker } from './code-tracker.ts'
import { createJsonCode } from './json-code.ts'
import { residueWarnings, type AnswerResidue } from './answer-residue.ts'
import { readyDelimiters, type StructuralDelimiter } from './delimiters.ts'
import { isLeak, noteLeak, noteServiceToken } from './ledger.ts'
import { createLiteralScan } from './literal-scan.ts'
import { isQuoted } from './mention.ts'
import { createStage, type MakeStep, type Step } from './step.ts'

/**
 * Takes service tokens out of the text: the exact spellings that a passport lists, also when the network cut them, and also those that
 * come about when another one is taken out. What is taken goes on as markup.
 *
 * The first of each spelling in a block is a `service-token` warning, whose `block` tells the channel; every one is counted. Tool text is
 * left as it is, and so is a token that an answer speaks of: in Markdown code, or in quotation marks, with text behind it.
 *
 * @param tokens - Exact spellings, none empty.
 */
export function serviceTokens(tokens: readonly string[]): Stage {
  // Of a text, which a program without types may pass for its only token, each character would be taken out.
  if (!Array.isArray(tokens)) throw new TypeError(`serviceTokens() takes a list of tokens, not ${typeof tokens}: ['<|im_end|>'].`)
  return createStage([serviceTokenStep(tokens)])
}

interface Ready {
  delimiters: readonly (string | StructuralDelimiter)[]
  literals: Delimiters
  /** Delimiters of which a token is the beginning, by their spelling. */
  longer: ReadonlyMap<string, StructuralDelimiter>
}

/** Made ready once for each list: that costs more than a short answer, and there are more answers than passports. */
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

/** What else a delimiter in the answer means, by its channel. */
const residues: Partial<Record<Channel, AnswerResidue>> = { reasoning: 'analysis_in_final', commentary: 'commentary_in_final' }

/** @param delimiters - Those that begin with a token go out as a whole, with the name of a channel or a role that would be left over. */
export function serviceTokenStep(tokens: readonly string[], delimiters = noDelimiters): MakeStep {
  return (emit, { of, ledger, isJson }) => {
    const { literals, longer } = readyTokens(tokens, delimiters)
    const scan = createLiteralScan<DeltaPart>({
      literals,
      looksAhead: true,
      pass(text, part) {
        if (part.channel === 'answer') code.seeAll(text)
        emit(text === part.text ? part : { ...part, text })
      },
      // Text that was inserted is not of the input, and so no markup of it either.
      take: (text, part) => void (part.inserted !== true && emit({ type: 'markup', text, of: 'service', ...of })),
      found(token, { block, channel }, beside) {
        // At the end of an answer it has ended the turn, also where code was still open.
        if (channel === 'answer' && (isJson || beside.after !== undefined) && (code.isCode() || isQuoted(beside))) return false
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
    const createCode = isJson ? createJsonCode : createCodeTracker
    /** Where code is in this block, or where its JSON is. */
    let code: CodeTracker = createCode()
    /** In this block. */
    let warned: Set<string> | undefined
    let open: BlockStartPart | undefined

    const step: Step = (part) => {
      switch (part.type) {
        case 'delta':
          if (isToolText(part)) return emit(part)
          return scan.text(part.text, part)
        case 'markup':
        case 'tool-call-delta':
          return scan.other(part)
        case 'block-start':
          scan.flush()
          open = part
          warned = undefined
          code = createCode()
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
      return isToolText(part) || scan.passes(part.text)
    }

    function isToolText({ block }: DeltaPart): boolean {
      return open?.block === block && open.kind === 'tool-text'
    }
  }
}

const excerpt = (token: string): { excerpt?: string } => (token.length > 64 ? {} : { excerpt: token })
