import type { Part, Stage } from '@reason/core'
import type { WarningPart } from '@reason/core/parts'
import { imagesIn } from '@reason/wire-kit'
import type { ClientRequest } from '../../client-apis/client-request.ts'

/** Client APIs that have a field for an image of the model. */
export const withImages: ReadonlySet<string> = new Set(['openai-chat', 'openai-responses'])

/**
 * Warns once (`image-left-out`) if the client does not get an image that the model made. Its API has no field for images, or policies
 * withhold the image.
 *
 * @returns A stage before all policies, and one after them.
 */
export function madeImages({ api }: Pick<ClientRequest, 'api'>): { first: Stage; last: Stage } {
  const hasPlace = withImages.has(api.id)
  let missing = 0
  return { first: { push: pushFirst, passes: () => true }, last: { push: pushLast, passes: () => true } }

  function pushFirst(part: Part): readonly Part[] {
    if (part.type === 'native') missing += imagesIn(part).length
    return [part]
  }

  function pushLast(part: Part): readonly Part[] {
    if (part.type === 'native' && hasPlace) missing -= imagesIn(part).length
    if (part.type !== 'finish' || missing <= 0) return [part]
    missing = -Infinity
    return [hasPlace ? hidden : withoutPlace, part]
  }
}

const warning = (way: string): WarningPart => ({
  type: 'warning',
  code: 'image-left-out',
  message: `The model made an image, which was left out. ${way}`,
})

const withoutPlace = warning('This API has no field for images. Use Chat Completions or Responses.')
const hidden = warning('The image may show reasoning. Ask the operator for a key with visibility full.')
