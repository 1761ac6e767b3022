/** True if a timer set by one request may serve others. Cloudflare Workers end a timer together with its request. */
export const timersAreShared: boolean = globalThis.navigator?.userAgent !== 'Cloudflare-Workers'
