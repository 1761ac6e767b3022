import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { sections, type Section } from './sections.ts'

const folder = join(import.meta.dirname, '..')

/** The first heading of a page, as text. */
function titleOf(page: string): string {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(join(folder, `${page}.md`), 'utf8')) ?? []
  if (heading === undefined) throw new Error(`docs/${page}.md has no heading of the first level. Begin it with "# Title".`)
  return heading.replaceAll('`', '')
}

const group = ({ text, pages }: Section, open: boolean): DefaultTheme.SidebarItem => ({
  text,
  collapsed: !open,
  items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
})

/** Written by `api.ts`, and not in the repository. */
const api: Section = {
  text: 'Package APIs',
  pages: globSync('reference/api/*.md', { cwd: folder })
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted((a, b) => Number(b.endsWith('/index')) - Number(a.endsWith('/index')) || (a < b ? -1 : 1)),
}

/** All pages in groups: one list for the whole site, so that a reader sees at once what there is. */
export const sidebar: DefaultTheme.SidebarItem[] = [...sections, api].map((section) => group(section, section.open ?? false))
