import { samples } from './samples.ts'

/** Texts of the playground's start page. */
export const words = {
  title: 'Keep reasoning out of the answer',
  why: {
    sentence: 'Networks cut a stream anywhere, even inside a tag.',
    label: 'One stream, split in two ways',
    stream: 'The raw stream, chunk by chunk',
    chunks: (count: number, all: number) => `${Math.min(count, all)} of ${all} chunks`,
    naive: 'What a simple splitter shows',
    ours: 'What Reason shows',
    reasoning: 'Reasoning',
    answer: 'Answer',
    verdicts: {
      right: 'The user reads the answer.',
      leaked: 'The user reads the reasoning.',
      missing: 'The user waits for an answer that never comes.',
    },
    again: 'Cut it differently',
  },
  recordings: 'Watch a recorded model think',
  formats: 'Short recordings, one per format:',
  models: 'Pick a question, or write your own',
  ...samples,
  ephemeral: 'Reasoning stays in memory only. Your next question removes it.',
  next: (question: string) => `Ask next: ${question}`,
}
