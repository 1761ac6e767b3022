import { fileURLToPath } from 'node:url'

/** A folder of responses of llama-server, with an `index.jsonl` of what each must come to. */
export const recordings = fileURLToPath(new URL('../fixtures/recordings', import.meta.url))

/** The path of one of them. */
export const recording = (name: string): string => `${recordings}/${name}`
