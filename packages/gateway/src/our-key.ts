/** A key of ours, or one with something around it: no other server may see one, and an upstream least of all. */
export const isOurKey = (shown: string): boolean => /(?:^|[^a-z\d])rsk_/i.test(shown)
