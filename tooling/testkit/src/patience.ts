/** How long a test waits for what has to come, in milliseconds. On a machine that has much to do seconds are not long: nothing judges how soon it comes, only whether. */
export const patienceMs = 100_000
