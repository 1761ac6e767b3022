import { recordings, type RecordedFiles } from '@reason/recorded-models'

/** The recordings whose bytes a server sent, by the name of the model. */
export const recordedFiles: Readonly<Record<string, RecordedFiles>> = Object.fromEntries(
  Object.entries(recordings).filter((entry): entry is [string, RecordedFiles] => 'said' in entry[1]),
)
