import type { Snippet, TracePage, TraceSummary } from '@reason/gateway-api'

/** Fields of a trace that a row of the list shows. No others are kept, as a list may have a million rows. */
const shown = [
  'id',
  'createdAt',
  'model',
  'sessionKey',
  'outcome',
  'reasoningTokens',
  'totalTokens',
  'durationMs',
  'leakScore',
] as const satisfies readonly (keyof TraceSummary)[]

type Shown = Pick<TraceSummary, (typeof shown)[number]>

export interface PagerLine extends Shown {
  /** Whether `reasoningTokens` is estimated instead of reported by the provider. */
  isEstimate: boolean
  warnings: number
  hasError: boolean
  /** Match of the search, or else the beginning of the prompt, if the gateway stores it. */
  snippet?: Snippet
}

export interface Pager {
  /** Lines in memory. `first` is the number of the first one in the whole list. */
  readonly lines: readonly PagerLine[]
  readonly first: number
  /** Whether there are older or newer lines that are not in memory. */
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Load the next or previous page, and resolve when it is loaded. Ignored during another load. @throws errors of `fetchPage` */
  older(): Promise<void>
  newer(): Promise<void>
}

/** Maximum pages in memory, which browsers can still scroll smoothly. */
const mostPages = 60
export const pageSize = 100

/**
 * A window on a list that may have millions of lines. Pages are found by key, so every page costs the same, and new lines at the top cause no gaps or
 * duplicates. Pages that left the window are loaded again by their key.
 *
 * @param fetchPage - Loads the page after a key. Undefined: the first page.
 */
export function createPager(fetchPage: (after: string | undefined) => Promise<TracePage>): Pager {
  /** Known keys after which pages begin. */
  const keys: (string | undefined)[] = [undefined]
  let pages: PagerLine[][] = []
  let firstPage = 0
  let isEnded = false
  let running = false
  let lines: PagerLine[] = []

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

function lineOf(item: TracePage['items'][number]): PagerLine {
  const trace: TraceSummary = 'trace' in item ? item.trace : item
  const { reasoningTokensSource, warnings, errors, metadata } = trace
  return {
    ...(Object.fromEntries(shown.map((name) => [name, trace[name]])) as unknown as Shown),
    isEstimate: reasoningTokensSource === 'estimated',
    warnings: warnings.length,
    hasError: errors.length > 0,
    ...('trace' in item
      ? { snippet: item.snippet }
      : typeof metadata['prompt'] === 'string' && {
          snippet: { text: metadata['prompt'], ranges: [], offset: 0, cutBefore: false, cutAfter: false },
        }),
  }
}
