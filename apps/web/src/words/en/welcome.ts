/** What the playground shows before the first question. */
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
  recordedQuestion: 'What is 17 * 3?',
  toolQuestion: 'How is the weather in Paris?',
  questions: [
    'A bat and a ball cost 1.10 together. The bat costs 1.00 more than the ball. What does the ball cost?',
    'How many weeks are in a billion seconds?',
    'Write a haiku about a compiler, and count its syllables.',
  ],
  ephemeral: 'Reasoning stays in memory only. Your next question removes it.',
  next: (question: string) => `Ask next: ${question}`,
}
