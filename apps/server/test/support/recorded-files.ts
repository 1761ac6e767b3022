import { recordings, type RecordedFiles } from '@reason/recorded-models'

/** Recordings of bytes that a server sent, keyed by model name. */
export const recordedFiles: Readonly<Record<string, RecordedFiles>> = Object.fromEntries(
  Object.entries(recordings).filter((entry): entry is [string, RecordedFiles] => 'said' in entry[1]),
)
