import { createDelimiters, type BlockStartPart, type DeltaPart, type Delimiters, type Stage } from '@reason/core'
import { noteServiceToken } from './ledger.ts'
import { createLiteralScan } from './literal-scan.ts'
import { createStage, type MakeStep, type Step } from './step.ts'

/**
 * Takes service tokens out of the text: the exact spellings that a passport lists, also when the network cut them, and also those that
 * come about when another one is taken out. What is taken goes on as markup.
 *
 * The first of each spelling in a block is a `service-token` warning, whose `block` tells the channel; every one is counted. Tool text is
 * left as it is.
 *
 * @param tokens - Exact spellings, none empty.
 */
export function serviceTokens(tokens: readonly string[]): Stage {
  // Of a text, which a program without types may pass for its only token, each character would be taken out.
  if (!Array.isArray(tokens)) throw new TypeError(`serviceTokens() takes a list of tokens, not ${typeof tokens}: ['<|im_end|>'].`)
  return createStage([serviceTokenStep(tokens)])
}

/** Made ready once for each list: that costs more than a short answer, and there are more answers than passports. */
const ready = new WeakMap<readonly string[], Delimiters>()

function readyTokens(tokens: readonly string[]): Delimiters {
  let made = ready.get(tokens)
  if (made === undefined) ready.set(tokens, (made = createDelimiters(tokens)))
  return made
}

export function serviceTokenStep(tokens: readonly string[]): MakeStep {
  return (emit, { of, ledger }) => {
    const scan = createLiteralScan<DeltaPart>({
      literals: readyTokens(tokens),
      pass: (text, part) => emit(text === part.text ? part : { ...part, text }),
      // Text that was inserted is not of the input, and so no markup of it either.
      take: (text, part) => void (part.inserted !== true && emit({ type: 'markup', text, of: 'service', ...of })),
      found(token, { block, channel }) {
        noteServiceToken(ledger, channel)
        if (warned?.has(token) === true) return true
        warned ??= new Set()
        warned.add(token)
        return { type: 'warning', code: 'service-token', message: `Taken out of the ${channel}: ${token}`, block, ...excerpt(token), ...of }
      },
      emit,
    })
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
          open = part
          warned = undefined
          scan.flush()
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
    step.passes = (part) => isToolText(part) || scan.passes(part.text)
    return step

    function isToolText({ block }: DeltaPart): boolean {
      return open?.block === block && open.kind === 'tool-text'
    }
  }
}

const excerpt = (token: string): { excerpt?: string } => (token.length > 64 ? {} : { excerpt: token })
