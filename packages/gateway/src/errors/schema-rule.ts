import type * as z from 'zod'

/** The rule that a value breaks, as the end of a sentence such as "…, but must be a list". For other issues, the schema's own message. */
export function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${names[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_union':
      // Undefined: the schema has no message of its own.
      return (issue.message as string | undefined)?.startsWith('Invalid input') === false
        ? issue.message
        : issue.errors.map(([first]) => (first === undefined ? 'is not valid' : ruleOf(first))).join(', or ')
    default:
      return `is not valid: ${issue.message}`
  }
}

const names: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
}
