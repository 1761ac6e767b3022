/** What a browser sends from a page of the gateway, and what it keeps. */
export interface Page {
  /** Headers as a browser adds them, and ours. */
  ask(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Response>
  /** What the browser has of cookies. */
  cookie: string
}

/** A browser that shows a page of this gateway. */
export function openPage(url: string): Page {
  const page: Page = {
    cookie: '',
    async ask(path, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          'x-reason-page': '1',
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && { origin: url }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(page.cookie !== '' && { cookie: page.cookie }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) page.cookie = set.includes('Max-Age=0') ? '' : set.split(';')[0]!
      return response
    },
  }
  return page
}
