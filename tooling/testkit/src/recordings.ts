import { fileURLToPath } from 'node:url'

/** Folder with responses of llama-server, and with `index.jsonl`, which has the expected result of each. */
export const recordings = fileURLToPath(new URL('../fixtures/recordings', import.meta.url))

/** The path of a recording. */
export const recording = (name: string): string => `${recordings}/${name}`
