import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const repository = 'https://github.com/reason-dev/reason/blob/main'

/** Makes the anchor of a heading as GitHub makes it, so that links work on the site and in a checkout. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')

/** Links of pages to files outside of `docs/` lead to the repository: a checkout has these files, and the site does not. */
export function githubLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('github-links', ({ tokens, env }) => {
    const page = (env as { relativePath?: string }).relativePath ?? ''
    for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')) {
      const href = link.attrGet('href') ?? ''
      if (/^(?:[a-z]+:|#|\/)/.test(href)) continue
      const [path = '', anchor] = href.split('#')
      const target = posix.join('docs', posix.dirname(page), path)
      if (target.startsWith('docs/') && target.endsWith('.md')) continue
      link.attrSet('href', `${repository}/${target}${anchor === undefined ? '' : `#${anchor}`}`)
    }
  })
}
