import type { BlockStartPart, DeltaPart, Part } from '../parts.ts'

/** Limit of compared reasoning in UTF-16 units, because the comparison keeps it in memory. */
const maxChars = 256 * 1024

/** Limit of parts that wait for the next piece of a text that may lag behind its field. */
const mostPending = 32

/** Types of parts that may pass while a block is held, because they do not affect the order of texts. */
const besides: ReadonlySet<string> = new Set(['markup', 'usage', 'warning', 'block-end'])
/** Types of parts of a field and a text that come in turns. */
const inTurns: ReadonlySet<string> = new Set(['block-start', 'delta', 'block-end'])

/** Drops repetitions from the parts of one choice, whose text was split. */
export interface RepetitionFilter {
  push(parts: readonly Part[]): readonly Part[]
  /** Releases held parts, because the choice is over. */
  end(): readonly Part[]
  /** Whether every text would pass unchanged. */
  passes(): boolean
}

/**
 * Drops reasoning that comes twice, in a field and in the text. Some servers and proxies parse the reasoning but leave it in the text. Holds a block
 * while it may be a repetition, and emits all of it if it is none. An answer may say what the reasoning says. It is a repetition only if both come in
 * turns, piece by piece, or if a delimiter comes behind it: the server left out its opener.
 *
 *     { reasoning_content: "R", content: "<think>R</think>A" }  ▶  reasoning R · answer A
 *     { reasoning_content: "R", content: "R</think>A" }         ▶  reasoning R · answer A
 *
 * @param of - The choice of the filter's own parts.
 */
export function createRepetitionFilter(of: { choice?: number }): RepetitionFilter {
  /** Pieces of the reasoning so far. Undefined: it was too long. */
  let shown: string[] | undefined = []
  let shownChars = 0
  /** End of the reasoning, without the whitespace behind it. */
  let solid: Place = start
  let held: HeldBlock | undefined
  /** End of the last repetition. A field and a text that alternate are compared from there. */
  let compared: Place = start
  /** The field went on behind a piece of the answer that repeats it. */
  let alternates = false
  /** The newest reasoning comes from the text. */
  let isOfText = false
  /** The text had reasoning first, so that the field is compared with it. */
  let textLeads = false
  let out: Part[] = []

  return { push, end, passes: () => held === undefined }

  function push(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0 || (parts.length === 1 && held === undefined && see(parts[0]!))) return parts
    out = []
    for (const part of parts) {
      if (held?.pending !== undefined) wait(part, held, held.pending)
      else if (held !== undefined && !isBeside(part, held)) hold(part, held)
      else if (see(part)) out.push(part)
      else if (part.type === 'block-start') begin(part)
    }
    return out
  }

  function end(): readonly Part[] {
    out = []
    if (held !== undefined) settle(isCopiedAnswer(held), ...(held.pending ?? []))
    return out
  }

  /**
   * Notes reasoning.
   *
   * @returns Whether the part passes. False for the beginning of a block, and for a heading in a thought that goes on behind its repetition.
   */
  function see(part: Part): boolean {
    if (part.type !== 'delta') return part.type !== 'block-start'
    if (part.inserted === true) return part.channel !== 'reasoning' || !textLeads || compared === start
    if (part.channel === 'reasoning') note(part.text)
    return true
  }

  function begin(part: BlockStartPart): void {
    if (isCompared(part)) {
      const from = isWhole(compared) ? start : compared
      held = { ...from, block: part.block, isAnswer: part.channel === 'answer', parts: [part], texts: [], isOver: false, isClosed: false }
    } else {
      if (part.channel === 'reasoning') isOfText = part.from !== undefined
      out.push(part)
    }
  }

  function isCompared({ channel, from }: BlockStartPart): boolean {
    if (shownChars === 0 || channel === 'commentary') return false
    return textLeads ? channel === 'reasoning' && from === undefined : from !== undefined
  }

  function note(text: string): void {
    const added = shownChars === 0 ? text.trimStart() : text
    if (shown === undefined || added === '') return
    if (shownChars === 0) textLeads = isOfText
    if (added.trim() !== '') solid = { piece: shown.length, at: added.trimEnd().length }
    shown.push(added)
    shownChars += added.length
    if (shownChars <= maxChars) return
    shown = undefined
    shownChars = 0
  }

  function hold(part: Part, own: HeldBlock): void {
    const isOwn = 'block' in part && part.type !== 'warning' && part.block === own.block
    if (isOwn && part.type === 'delta') {
      // Text behind a repetition in the same block is the answer.
      if (isCopiedAnswer(own) && part.text.trim() !== '') return settle(true, own.parts[0]!, part)
      own.parts.push(part)
      if (part.inserted === true) return
      own.texts.push(part.text)
      if (shown === undefined || !goesOn(own, shown, part.text)) settle(false)
    } else if (isOwn && part.type === 'block-end') {
      if (shown === undefined || part.seals !== undefined || !(own.isAnswer || isWhole(own))) settle(false, part)
      else if (own.isAnswer) own.parts.push(part)
      else settle(true)
    } else if (own.isAnswer && part.type === 'block-start' && part.channel === 'reasoning' && own.parts.at(-1)!.type === 'block-end') {
      if (own.texts.every((text) => text.trim() === '')) settle(false, part)
      else if (alternates || isWhole(own)) settle((alternates = true), part)
      else own.pending = [part]
    } else if (mayPass(part)) {
      if (part.type === 'markup' && part.of === 'delimiter') own.isClosed = shown !== undefined && isWhole(own)
      out.push(part)
    } else settle(isCopiedAnswer(own), part)
  }

  /** Waits for the next piece of the text, which shows whether the text only lags behind the field. */
  function wait(part: Part, own: HeldBlock, pending: Part[]): void {
    if (part.type === 'delta' && part.block === own.next && part.inserted !== true) {
      if (shown === undefined || !goesOn({ ...own }, shown, part.text)) return settle(false, ...pending, part)
      alternates = true
      const begun = pending.findLast((one): one is BlockStartPart => one.type === 'block-start' && one.block === own.next)!
      settle(true, ...pending.filter((one) => one !== begun))
      begin(begun)
      return hold(part, held!)
    }
    if (part.type === 'block-start' && isCompared(part)) own.next = part.block
    if (part.type === 'delta' && part.channel === 'reasoning' && part.inserted !== true) note(part.text)
    if (pending.length < mostPending && (inTurns.has(part.type) || mayPass(part))) pending.push(part)
    else settle(false, ...pending, part)
  }

  function isCopiedAnswer(own: HeldBlock): boolean {
    return own.isAnswer && (alternates || own.isClosed) && own.texts.length > 0 && shown !== undefined && isWhole(own)
  }

  /** Whether only whitespace of the reasoning follows. */
  function isWhole({ piece, at }: Place): boolean {
    return piece > solid.piece || (piece === solid.piece && at >= solid.at)
  }

  /** Drops the held block if it is a repetition, or else emits it. */
  function settle(isCopy: boolean, ...behind: readonly Part[]): void {
    const { isAnswer, piece, at, parts, texts } = held!
    held = undefined
    compared = isCopy ? { piece, at } : start
    if (isCopy) out.push({ type: 'markup', ...of, text: texts.join(''), of: 'dropped' })
    // As arguments, so many parts would overflow the stack.
    else for (const part of parts) out.push(part)
    if (!isCopy && !isAnswer) for (const text of texts) note(text)
    out.push(...behind)
  }
}

/** Position in the reasoning: index of a piece, and number of characters in it. */
interface Place {
  piece: number
  at: number
}

const start: Place = { piece: 0, at: 0 }

/** A block that may be a repetition, and how far it repeats the reasoning. */
interface HeldBlock extends Place {
  block: number
  isAnswer: boolean
  parts: Part[]
  /** Texts of the block, without inserted ones. */
  texts: string[]
  /** Parts since the field went on behind a repetition of a part of it, and the next block of the text among them. */
  pending?: Part[]
  next?: number
  /** A delimiter came behind the whole repetition. */
  isClosed: boolean
  /** Whitespace that differs from the reasoning was read, so only whitespace may follow. */
  isOver: boolean
}

/** Also log probabilities and token ids, which stand beside each piece of a text. */
const mayPass = (part: Part): boolean =>
  besides.has(part.type) || (part.type === 'native' && part.channel !== undefined && part.item === undefined)

/** Reasoning of another block, which passes while one is held. */
const isBeside = (part: Part, { block }: HeldBlock): part is DeltaPart =>
  part.type === 'delta' && part.channel === 'reasoning' && part.block !== block

/** Whether the next piece of a text continues the repetition. Ignores whitespace around the text. */
function goesOn(held: HeldBlock, shown: readonly string[], text: string): boolean {
  let rest = held.piece === 0 && held.at === 0 ? text.trimStart() : text
  while (rest !== '') {
    const piece = shown[held.piece]
    if (piece !== undefined && held.at === piece.length) {
      held.piece++
      held.at = 0
      continue
    }
    const length = piece === undefined || held.isOver ? 0 : Math.min(rest.length, piece.length - held.at)
    if (length > 0 && piece!.startsWith(rest.slice(0, length), held.at)) {
      held.at += length
      rest = rest.slice(length)
      continue
    }
    // Only trailing whitespace may differ.
    const bare = rest.trimEnd()
    if (bare !== '' && (length === 0 || !piece!.startsWith(bare, held.at))) return false
    held.at += bare.length
    held.isOver = true
    return true
  }
  return true
}
