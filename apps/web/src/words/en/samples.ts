/** Questions that the playground suggests. */
export const samples = {
  recordedQuestion: 'What is 17 * 3?',
  toolQuestion: 'How is the weather in Paris?',
  questions: [
    'A bat and a ball cost 1.10 together. The bat costs 1.00 more than the ball. What does the ball cost?',
    'How many weeks are in a billion seconds?',
    'Write a haiku about a compiler, and count its syllables.',
  ],
}
