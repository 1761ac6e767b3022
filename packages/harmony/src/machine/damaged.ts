import { mayHoldDamaged, nextDamaged } from '../tokens/damaged-tokens.ts'
import { isHeaderLike, longestHeaderLike } from '../headers/header.ts'
import { isProse } from '../headers/headerless.ts'
import type { HarmonyToken } from '../tokens/tokens.ts'
import { warnOfDamage } from './damage-warnings.ts'
import { isSeen } from './message.ts'
import { forget, type Pending } from './pending.ts'
import { addText } from './text.ts'
import { addToken } from './token.ts'
import type { HarmonyTurn } from './turn.ts'

/** Handles a damaged token, which counts only where a token of its kind is valid. */
export function addDamaged(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  const isPartOfHeader = token === 'message' || token === 'constrain'
  // Text that is too long for a header stays unsearched, because searching it for each of many tokens would be slow.
  const { place, source } = turn.pending
  if (isPartOfHeader && (place === 'start' || place === 'between') && source.length > longestHeaderLike) return addText(turn, written)
  mendHeld(turn)
  if (isPartOfHeader && !isSeen(turn.message) && !isInHeader(turn.pending)) return addText(turn, written)
  act(turn, token, written)
}

/**
 * Searches held text for damaged tokens that cannot be searched for in a stream. All of the text is available, and none of it was shown.
 *
 *     <|start|>assistant<channel|>analysis<|message|>…
 *                       ^^^^^^^^^^
 */
export function mendHeld(turn: HarmonyTurn): void {
  const { pending } = turn
  const { place, source, textFrom } = pending
  if (place === 'junk' || source.length <= textFrom) return
  const loose = source.slice(textFrom)
  if (!mayHoldDamaged(loose)) return
  let from = 0
  for (let hit = nextHeld(turn, loose, from); hit !== undefined; hit = nextHeld(turn, loose, from)) {
    // Only if there is such a token. Other text stays held.
    if (from === 0) forget(pending, loose.length)
    if (hit.at > from) addText(turn, loose.slice(from, hit.at))
    act(turn, hit.token, loose.slice(hit.at, hit.end))
    from = hit.end
  }
  if (from > 0 && from < loose.length) addText(turn, loose.slice(from))
}

/** Finds the next damaged token. After header words only, any token counts, elsewhere only a token that fits its position. */
function nextHeld({ message, pending }: HarmonyTurn, loose: string, from: number): ReturnType<typeof nextDamaged> {
  if (message.state === 'closed') {
    const hit = nextDamaged(loose, from, true)
    const before = hit === undefined ? '' : loose.slice(from, hit.at)
    if (hit !== undefined && (pending.place === 'header' ? !isProse(before) : before.trim() !== '' && isHeaderLike(before))) return hit
  }
  return nextDamaged(loose, from, false)
}

function act(turn: HarmonyTurn, token: HarmonyToken, written: string): void {
  const { sink, pending } = turn
  if (token === 'channel') pending.damage = token
  else pending.damage ??= 'other'
  addToken(turn, token, written)
  // Damage in a header is reported with its message.
  if (pending.place !== 'header') warnOfDamage(sink, pending)
}

const isInHeader = ({ place, source }: Pending): boolean =>
  place === 'header' || (place !== 'junk' && source.trim() !== '' && isHeaderLike(source))
