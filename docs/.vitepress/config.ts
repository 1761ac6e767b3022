import { defineConfig } from 'vitepress'
import { githubLinks, slugOf } from './links.ts'
import { sidebar } from './sidebar.ts'

/** Where the site is served: `/` or a path that begins and ends with a slash. */
const base = process.env['DOCS_BASE'] ?? '/'

/**
 * The site of this folder. It needs no network: search runs in the browser, fonts are those of the system, and dead links fail the build.
 * The decision records in `adr/` are part of it, as pages link to them.
 */
export default defineConfig({
  title: 'Reason',
  description: 'Splits the output of language models into reasoning, commentary, answer and tool calls.',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  srcExclude: ['node_modules/**'],
  // A dead link fails the build.
  ignoreDeadLinks: false,
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config: (md) => md.use(githubLinks),
  },
  themeConfig: {
    search: {
      provider: 'local',
      // Guides come before the generated pages, which name everything.
      options: { detailedView: true, miniSearch: { searchOptions: { boostDocument: (id) => (id.includes('/reference/api/') ? 0.3 : 1) } } },
    },
    nav: [
      { text: 'Tutorials', link: '/tutorials/split-a-stream', activeMatch: '/tutorials/' },
      { text: 'How-to guides', link: '/how-to/', activeMatch: '/how-to/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Explanations', link: '/explanations/how-it-works', activeMatch: '/explanations/' },
    ],
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Previous page', next: 'Next page' },
  },
})
