import type { ComponentType } from 'preact'

/** Names of the pages, in the order of the navigation. The empty address shows the first one. */
export const pageNames = ['playground', 'bench', 'traces', 'dashboard', 'keys'] as const

export type PageName = (typeof pageNames)[number]

/** Pages that show data of all users. */
export const forAdministrators: ReadonlySet<PageName> = new Set(['traces', 'dashboard', 'keys'])

/** Props of a page: the rest of its address. */
export interface PageProps {
  /** Path segments after the page's name, decoded: `['ID']` of `#/traces/ID`. */
  path: readonly string[]
  query: URLSearchParams
}

export type PageComponent = ComponentType<PageProps>
