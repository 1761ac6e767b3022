/** Schemes of links in a model's answer. Everything else stays text: no script runs, and a link is fetched only by a click. */
const schemes = new Set(['http:', 'https:', 'mailto:'])

/** @returns Undefined for an address that must not become a link. */
export function safeAddress(href: string): URL | undefined {
  // Relative addresses would lead to our own pages.
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url !== undefined && schemes.has(url.protocol) ? url : undefined
}

/** Host of a link whose text names a different host: `[https://bank.example](https://elsewhere.example)`. Undefined for other links. */
export function hiddenTarget(text: string, { host }: URL): string | undefined {
  const named = /(?:https?:\/\/|www\.)([^\s/:?#]+)/i.exec(text)?.[1]?.toLowerCase()
  if (named === undefined || host === '' || bare(named) === bare(host)) return undefined
  return host
}

const bare = (host: string): string => host.replace(/^www\./, '').replace(/:\d+$/, '')
