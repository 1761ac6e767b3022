import type { Target } from '@reason/core/conversation'
import type { RequestBody, WayToSee } from '@reason/core/wire'
import { knobRowFor } from '../request/dialect-rows.ts'
import { getPath } from '@reason/wire-kit'

/** Returns the provider's switch that shows hidden thoughts. Clients may omit `extra_body`, which SDKs merge into the request. */
export function wayToSee(body: RequestBody, { provider, model }: Target): WayToSee | undefined {
  const { show } = knobRowFor(provider, model) ?? {}
  if (show === undefined) return undefined
  const places = [show.path, show.path.replace(/^extra_body\./, '')]
  return { words: `${show.path}: ${JSON.stringify(show.value)}`, isAsked: places.some((path) => getPath(body, path) === show.value) }
}
