/** True if a text is or contains a key of the gateway. Such keys must never reach another server, least of all an upstream. */
export const isOurKey = (shown: string): boolean => /(?:^|[^a-z\d])rsk_/i.test(shown)
