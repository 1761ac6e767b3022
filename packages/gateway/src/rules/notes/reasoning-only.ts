import type { Part, Stage } from '@reason/core'
import type { WarningPart } from '@reason/core/parts'
import { imagesIn, itemIn } from '@reason/wire-kit'

/** Warns (`reasoning-only`) if a choice ended by itself behind its reasoning: its answer is empty, and clients take it for a success. */
export function reasoningOnly(): Stage {
  /** True: the choice has an answer, a call or an item. False: it has only reasoning. */
  const hasContent: boolean[] = []
  return { push, passes: ({ channel, choice = 0 }) => channel === 'reasoning' || hasContent[choice] === true }

  function push(part: Part): readonly Part[] {
    const { choice = 0 } = part as { choice?: number }
    if (isContent(part)) hasContent[choice] = true
    else if (part.type === 'block-start' && part.channel === 'reasoning') hasContent[choice] ??= false
    else if (part.type === 'finish' && hasContent[choice] === false && (part.reason === 'stop' || part.reason === 'tool-calls'))
      return [choice > 0 ? { ...warning, choice } : warning, part]
    return [part]
  }
}

function isContent(part: Part): boolean {
  if (part.type === 'delta') return part.channel !== 'reasoning' && /\S/.test(part.text)
  return part.type === 'tool-call-start' || (part.type === 'native' && (itemIn(part) !== undefined || imagesIn(part).length > 0))
}

const warning: WarningPart = {
  type: 'warning',
  code: 'reasoning-only',
  message:
    'The model ended its turn after its reasoning, without an answer or a call. Send the request again, with less effort, or without stop ' +
    'sequences: many servers find them in the reasoning, too.',
}
