const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** The gateway says times so that machines can read them: people get those of their clock. */
export const withLocalTimes = (text: string): string =>
  text.replace(iso, (time) => new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }))
