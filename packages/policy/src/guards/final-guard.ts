import type { BlockStartPart, DeltaPart } from '@reason/core/parts'
import { defaultMaskText, isAnswerText } from '../chain/answer-text.ts'
import { AnswerCode } from '../text/answer-code.ts'
import { commonDelimiters, readyDelimiters, type StructuralDelimiter } from '../text/delimiters.ts'
import { noteLeak } from '../ledger.ts'
import { createLiteralScan } from '../text/literal-scan.ts'
import type { MakeStep } from '../chain/step.ts'

export interface FinalGuardOptions {
  delimiters?: readonly (string | StructuralDelimiter)[]
  maskText?: string
}

/** Checks the answer last: removes structural delimiters outside code, including delimiters that form when text between their halves is removed. */
export const finalGuardStep =
  ({ delimiters = commonDelimiters, maskText = defaultMaskText }: FinalGuardOptions): MakeStep =>
  (emit, { of, ledger, isJson }) => {
    const code = new AnswerCode(isJson)
    let open: BlockStartPart | undefined
    let warned = false
    /** The last visible text is the replacement for removed text. */
    let masked = false
    const scan = createLiteralScan<DeltaPart>({
      literals: readyDelimiters(delimiters).literals,
      pass(text, part) {
        code.add(text)
        masked = false
        emit(text === part.text ? part : { ...part, text })
      },
      take(text, part) {
        if (!masked) emit({ ...part, text: maskText, inserted: true })
        masked = true
        emit({ type: 'markup', text, of: 'dropped', ...of })
      },
      found(delimiter, { block }) {
        if (code.isCode()) return false
        noteLeak(ledger, 'guard_block_final_token')
        if (warned) return true
        warned = true
        return {
          type: 'warning',
          code: 'answer-guarded',
          message: 'A delimiter is kept out of the answer.',
          block,
          excerpt: delimiter.slice(0, 64),
          ...of,
        }
      },
      emit,
    })

    return (part) => {
      if (isAnswerText(part, open)) return scan.text(part.text, part)
      switch (part.type) {
        case 'block-start':
          scan.flush()
          open = part
          warned = false
          masked = false
          code.restart()
          return emit(part)
        case 'delta':
        case 'block-end':
        case 'tool-call-start':
        case 'finish':
        case 'end':
          scan.flush()
          return emit(part)
        case 'markup':
        case 'tool-call-delta':
          return scan.other(part)
        default:
          return emit(part)
      }
    }
  }
