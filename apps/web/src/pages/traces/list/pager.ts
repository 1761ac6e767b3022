import type { Snippet, TracePage, TraceSummary } from '@reason/gateway-api'

/** The fields that a row of the list shows. No others are kept, as a list may have a million rows. */
export interface Line {
  id: string
  createdAt: number
  model: string | null
  sessionKey: string | null
  outcome: string
  reasoningTokens: number | null
  /** Whether `reasoningTokens` are estimated, and not reported by the provider. */
  isEstimate: boolean
  totalTokens: number | null
  durationMs: number | null
  leakScore: number | null
  warnings: number
  hasError: boolean
  /** What a search found, else what was asked, where the gateway stores that. */
  snippet?: Snippet
}

export interface Pager {
  /** The lines that are in memory, and the number of the first among all. */
  readonly lines: readonly Line[]
  readonly first: number
  /** There are more behind, or before, that are not in memory. */
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Each resolves when they are there. Called while one runs, it does nothing. @throws what `fetchPage` throws */
  older(): Promise<void>
  newer(): Promise<void>
}

/** Lines in memory: as many as a browser scrolls through without noticing. */
const mostPages = 60
export const pageSize = 100

/**
 * A window on a list that may have millions of lines, found by key: each page costs what the first one does, and none is skipped or seen twice
 * when new ones come at the top. Pages that leave the window are read again by the key that they began with.
 *
 * @param fetchPage - Behind a key; undefined is the beginning.
 */
export function createPager(fetchPage: (after: string | undefined) => Promise<TracePage>): Pager {
  /** Keys behind which pages begin, as far as they are known. */
  const keys: (string | undefined)[] = [undefined]
  let pages: Line[][] = []
  let firstPage = 0
  let isEnded = false
  let running = false
  let lines: Line[] = []

  return {
    get lines() {
      return lines
    },
    get first() {
      return firstPage * pageSize
    },
    get hasOlder() {
      return !isEnded || firstPage + pages.length < keys.length
    },
    get hasNewer() {
      return firstPage > 0
    },
    older: () =>
      alone(async () => {
        const number = firstPage + pages.length
        if (number >= keys.length) return
        const { items, next } = await fetchPage(keys[number])
        if (next === undefined) isEnded = true
        else keys[number + 1] ??= next
        pages = [...pages, items.map(lineOf)]
        if (pages.length > mostPages) {
          pages = pages.slice(1)
          firstPage++
        }
      }),
    newer: () =>
      alone(async () => {
        if (firstPage === 0) return
        const { items } = await fetchPage(keys[firstPage - 1])
        pages = [items.map(lineOf), ...pages.slice(0, mostPages - 1)]
        firstPage--
      }),
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    if (running) return
    running = true
    try {
      await work()
      lines = pages.flat()
    } finally {
      running = false
    }
  }
}

function lineOf(item: TracePage['items'][number]): Line {
  const trace: TraceSummary = 'trace' in item ? item.trace : item
  const {
    id,
    createdAt,
    model,
    sessionKey,
    outcome,
    reasoningTokens,
    reasoningTokensSource,
    totalTokens,
    durationMs,
    leakScore,
    warnings,
    errors,
    metadata,
  } = trace
  return {
    id,
    createdAt,
    model,
    sessionKey,
    outcome,
    reasoningTokens,
    isEstimate: reasoningTokensSource === 'estimated',
    totalTokens,
    durationMs,
    leakScore,
    warnings: warnings.length,
    hasError: errors.length > 0,
    ...('trace' in item
      ? { snippet: item.snippet }
      : typeof metadata['prompt'] === 'string' && {
          snippet: { text: metadata['prompt'], ranges: [], offset: 0, cutBefore: false, cutAfter: false },
        }),
  }
}
