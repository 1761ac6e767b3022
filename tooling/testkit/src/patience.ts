/**
 * How long a test waits for an expected event, in milliseconds. Tests check that the event comes, not how soon:
 * on a busy machine it may take many seconds.
 */
export const patienceMs = 100_000
