/** The data of every event in a body of server-sent events. The gateway writes each as one line. */
export const eventsOf = (body: string): string[] =>
  body
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))

interface Chunk {
  choices?: { index: number; delta?: Record<string, string | null | undefined> }[]
}

/** Text of one field of all deltas of a choice. */
export const textOf = (body: string, field: string, choice = 0): string =>
  eventsOf(body)
    .filter((data) => data !== '[DONE]')
    .flatMap((data) => (JSON.parse(data) as Chunk).choices ?? [])
    .filter(({ index }) => index === choice)
    .map(({ delta }) => delta?.[field] ?? '')
    .join('')
