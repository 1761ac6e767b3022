import type { ComponentType } from 'preact'

/** The pages, in the order of the navigation; the first is what the empty address shows. */
export const pageNames = ['playground', 'bench', 'traces', 'dashboard', 'keys'] as const

export type PageName = (typeof pageNames)[number]

/** What they show is of everybody. */
export const forAdministrators: ReadonlySet<PageName> = new Set(['traces', 'dashboard', 'keys'])

/** What a page is given: the rest of its address. */
export interface PageProps {
  /** What follows the page's name, decoded: `['ID']` of `#/traces/ID`. */
  path: readonly string[]
  query: URLSearchParams
}

export type Page = ComponentType<PageProps>
