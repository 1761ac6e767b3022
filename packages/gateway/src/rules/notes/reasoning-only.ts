import type { Part, Stage } from '@reason/core'
import type { WarningPart } from '@reason/core/parts'
import { imagesIn, itemIn } from '@reason/wire-kit'
import { asObject } from '../../json.ts'

/** Warns (`reasoning-only`) if a choice ended by itself behind its reasoning: its answer is empty, and clients take it for a success. */
export function reasoningOnly(): Stage {
  /** True: the choice has an answer, a call or an item. False: it has only reasoning. */
  const hasContent: boolean[] = []
  // Text of an answer has to be seen once, or the note would deny it.
  return { push, passes: ({ channel, choice = 0 }) => channel === 'reasoning' || hasContent[choice] === true }

  function push(part: Part): readonly Part[] {
    const { choice = 0 } = part as { choice?: number }
    if (isContent(part)) hasContent[choice] = true
    else if (part.type === 'block-start' && part.channel === 'reasoning') hasContent[choice] ??= false
    else if (part.type === 'finish' && hasContent[choice] === false && endings.has(part.reason) && !pauses.has(part.native))
      return [choice > 0 ? { ...warning, choice } : warning, part]
    return [part]
  }
}

function isContent(part: Part): boolean {
  if (part.type === 'delta') return part.channel !== 'reasoning' && /\S/.test(part.text)
  if (part.type !== 'native') return part.type === 'tool-call-start'
  return itemIn(part) !== undefined || imagesIn(part).length > 0 || pauses.has(asObject(part.value)['type'])
}

const endings: ReadonlySet<string> = new Set(['stop', 'tool-calls'])
/** Anthropic's reasons of a turn that goes on with the next request. In Responses, an item has the type `compaction`. */
const pauses: ReadonlySet<unknown> = new Set(['pause_turn', 'compaction'])

const warning: WarningPart = {
  type: 'warning',
  code: 'reasoning-only',
  message:
    'The model ended its turn after its reasoning, without an answer or a call. Send the request again, with less effort, or without stop ' +
    'sequences: many servers find them in the reasoning, too.',
}
