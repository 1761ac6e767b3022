import type { Seal } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import { isText } from '@reason/wire-kit'
import type { DetailRecord } from '../../details.ts'
import { formatOf } from '../families.ts'
import type { Numbered } from '../layout.ts'

/**
 * Writes `reasoning_details` as they came: the records have the order and the fields, the blocks have the texts and
 * seals. A block that was left out gets no element; a block without a record gets elements of its own.
 *
 * @param model - Target model. Its family sets the format of elements without a record.
 */
export function writeDetails(
  blocks: readonly Numbered<Block>[],
  records: readonly DetailRecord[],
  model: string,
): Record<string, unknown>[] {
  const left = blocks.map((block, index) => ({ block, index, said: false, seals: [...(block.seals ?? [])] }))
  const written: Record<string, unknown>[] = []

  for (const { block: at, ...fields } of records) {
    const state = left.find(({ block }) => block.at === at)
    if (state === undefined) continue
    const seal = take(
      state.seals,
      ({ kind, item }) => kind !== 'signature' && (item ?? undefined) === (isText(fields.id) ? fields.id : undefined),
    )
    if (fields.type === 'reasoning.encrypted' || fields.type === 'redacted_thinking' || (state.said && seal !== undefined)) {
      if (seal !== undefined) written.push({ ...fields, data: seal.value })
      continue
    }
    if (seal !== undefined) state.seals.unshift(seal)
    if (state.said) continue
    state.said = true
    const signature = take(state.seals, ({ kind }) => kind === 'signature')
    const name = fields.type === 'reasoning.summary' ? 'summary' : fields.type === 'thinking' ? 'thinking' : 'text'
    // Empty summaries and texts with only a signature are elements as well.
    written.push({ ...fields, [name]: state.block.text, ...(signature !== undefined && { signature: signature.value }) })
  }
  for (const { block, index, said, seals } of left) written.push(...made(block, said, seals, index))
  return written

  function made(block: Block, said: boolean, seals: Seal[], index: number): Record<string, unknown>[] {
    const common = { format: formatOf(model), index }
    const signature = take(seals, ({ kind }) => kind === 'signature')
    const elements: Record<string, unknown>[] = []
    if (!said && (block.text !== '' || signature !== undefined)) {
      elements.push(
        block.kind === 'summary'
          ? { type: 'reasoning.summary', summary: block.text, ...common }
          : { type: 'reasoning.text', text: block.text, ...(signature !== undefined && { signature: signature.value }), ...common },
      )
    }
    for (const { value, item } of seals)
      elements.push({ type: 'reasoning.encrypted', data: value, ...(item !== undefined && { id: item }), ...common })
    return elements
  }
}

function take(seals: Seal[], wanted: (seal: Seal) => boolean): Seal | undefined {
  const at = seals.findIndex(wanted)
  return at < 0 ? undefined : seals.splice(at, 1)[0]
}
