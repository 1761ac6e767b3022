/** Addresses that a link of a model may lead to. Everything else is text: nothing runs, and nothing is fetched before somebody clicks. */
const schemes = new Set(['http:', 'https:', 'mailto:'])

/** @returns undefined for what is no address that a reader may follow. */
export function safeAddress(href: string): URL | undefined {
  // Relative ones would lead into our own pages.
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url !== undefined && schemes.has(url.protocol) ? url : undefined
}

/** Where a link leads, when its words name another place: `[https://bank.example](https://elsewhere.example)`. */
export function hiddenTarget(text: string, { host }: URL): string | undefined {
  const named = /(?:https?:\/\/|www\.)([^\s/:?#]+)/i.exec(text)?.[1]?.toLowerCase()
  if (named === undefined || host === '' || bare(named) === bare(host)) return undefined
  return host
}

const bare = (host: string): string => host.replace(/^www\./, '').replace(/:\d+$/, '')
