/** A page of the gateway in a browser: its requests and its cookie. */
export interface Page {
  /** Sends a request with the headers of a browser, and those of our pages. */
  ask(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Response>
  /** The browser's cookie, or an empty string. */
  cookie: string
}

/** Opens a page of the gateway in an imitated browser. */
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
