/** Whether a timer that one request has set may serve others. Cloudflare Workers end a timer together with its request. */
export const timersAreShared: boolean = globalThis.navigator?.userAgent !== 'Cloudflare-Workers'
