import type { WireSibling } from '../wire-siblings.ts'
import { asksEffort, switches } from './efforts.ts'
import { fitted } from './fitted-requests.ts'
import { refused, delays } from './refusals.ts'
import { moved, looped, resumed, summarised, ids } from './tool-loops.ts'
import { spread, streamed } from './streams.ts'
import { answered, itemsOfOthers, repeatedThoughts } from './whole-answers.ts'
import { counted } from './token-counts.ts'

/** Requests, answers and streams as clients and providers of 2026 send them, by theme. */
export const situations: readonly WireSibling[] = [
  ...asksEffort,
  ...switches,
  ...refused,
  ...delays,
  ...moved,
  ...looped,
  ...resumed,
  ...summarised,
  ...ids,
  ...streamed,
  ...spread,
  ...answered,
  ...itemsOfOthers,
  ...repeatedThoughts,
  ...counted,
  ...fitted,
]
