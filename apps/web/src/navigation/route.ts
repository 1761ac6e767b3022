import { computed, signal } from '@preact/signals'
import { pageNames, type PageName } from './page-names.ts'

export interface PageRoute {
  page: PageName
  /** Path segments after the page's name, decoded. */
  path: string[]
  query: URLSearchParams
}

const hash = signal(location.hash)
addEventListener('hashchange', () => (hash.value = location.hash))

/** The current route, as a signal: a component that reads it follows it. */
export const route = computed(() => readHash(hash.value))

/**
 *   #/traces/abc?model=x
 *     ^^^^^^ ^^^ ^^^^^^^
 *     page  path  query       The playground is the page without a name.
 */
function readHash(text: string): PageRoute {
  const [address = '', query = ''] = text.replace(/^#?\/?/, '').split('?', 2)
  const [first = '', ...rest] = address.split('/').map(decode)
  const page = pageNames.find((name) => name === first)
  return {
    page: page ?? 'playground',
    path: page === undefined ? [] : rest.filter((part) => part !== ''),
    query: new URLSearchParams(query),
  }
}

/** Address for a link. Empty values are left out of the query. */
export function hrefOf(page: PageName, path: readonly string[] = [], query: Readonly<Record<string, string | undefined>> = {}): string {
  const name = page === pageNames[0] ? [] : [page]
  const values = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  const search = values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`
  return `#/${[...name, ...path.map(encodeURIComponent)].join('/')}${search}`
}

/** Navigates to an address. @param replace - Replace the current history entry instead of adding one. */
export function go(href: string, { replace = false } = {}): void {
  if (!replace) location.hash = href
  else {
    history.replaceState(null, '', href)
    hash.value = location.hash
  }
}

/** Decodes a path segment. A malformed segment is returned unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
